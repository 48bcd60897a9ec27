// The blur on the graphics processor: tiers of wide discs at a fraction of the size, and all of them put together.

// How many pixels of the picture a pixel of a tier is wide, and the radius from which it has the discs; from wide to narrow.
const blurTiers = [{ scale: 8, from: 28 }, { scale: 4, from: 12 }, { scale: 2, from: 4 }];
// A radius that no disc has.
const noRadius = 1e5;

// The tiers of a blur of so great a radius; what is narrower has no tier.
function tiersOf(greatest) {
  const tiers = blurTiers.filter(({ from }) => greatest > from * 1.25);
  return tiers.map((tier, index) => ({ ...tier, below: index ? tiers[index - 1].from : noRadius }));
}

class LensBlur {
  // Of a photo's textures: the photo itself, how far pixels are out of focus, and the extremes of that in blocks of 8 x 8.
  constructor(graphics, { photo, radii, blocks }) {
    Object.assign(this, { graphics, photo, radii, blocks, programs: {}, tiers: [], reaches: new Map() });
  }

  programOf(name, source) { return this.programs[name] ??= this.graphics.program(source); }

  // How far pixels are out of focus has changed.
  forget() { this.greatest = undefined; }

  // Finds what may be hidden where, for discs of at most that radius.
  prepare(greatest) {
    if (this.greatest === greatest) return;
    const { graphics, blocks } = this;
    this.around ??= [0, 1].map(() => graphics.target(blocks.width, blocks.height, graphics.gl.LINEAR));
    // What is blurred at most one and a half radii away may hide something here.
    this.spread("extremes", extremesShader, this.around, this.blocksIn(greatest * 1.5));
    this.greatest = greatest;
    this.reached = new Set();
    this.drawn = undefined;
  }

  blocksIn(radius) { return Math.min(Math.ceil(radius / 8) + 1, Math.max(this.blocks.width, this.blocks.height)); }

  spread(name, source, [one, two], reach, values = {}) {
    const program = this.programOf(name, source);
    this.graphics.draw(program, one, { source: this.blocks }, { ...values, direction: [1, 0], reach: { int: reach } });
    this.graphics.draw(program, two, { source: one }, { ...values, direction: [0, 1], reach: { int: reach } });
  }

  // The least and the greatest radius of the discs that reach each block from less than a radius away.
  reachesOf(below) {
    if (!this.reaches.has(below)) {
      this.reaches.set(below, [0, 1].map(() => this.graphics.target(this.blocks.width, this.blocks.height)));
    }
    const targets = this.reaches.get(below);
    if (!this.reached.has(below)) {
      this.spread("reach", reachShader, targets, this.blocksIn(Math.min(below, this.greatest)), { greatest: this.greatest });
      this.reached.add(below);
    }
    return targets[1];
  }

  // Gathers discs of radii from one on and below another.
  gather(program, target, { from, below }, samples, rows, textures = {}, values = {}) {
    const { greatest, photo, radii } = this;
    const rings = lensRings(Math.min(greatest, below), samples);
    const numbers = new Float32Array(ringsAtMost * 4);
    rings.forEach((ring, index) => numbers.set(ring, index * 4));
    this.graphics.draw(program, target, { photo, radii, blocks: this.around[1], reaches: this.reachesOf(below), ...textures },
      { rings: numbers, ringCount: { int: rings.length }, greatest, from, below, ...values }, rows);
  }

  // Draws all of it at any size, without tiers.
  drawSmall(greatest, samples, target, frame) {
    this.prepare(greatest);
    this.gather(this.programOf("blur", blurShader), target, { from: 0, below: noRadius }, samples, undefined, this.emptyTiers(),
      { ...frame, tierCount: { int: 0 } });
  }

  // What is bound instead of tiers that are not used.
  emptyTiers(count = 0) {
    return Object.fromEntries(blurTiers.flatMap((_, index) => index < count ? []
      : ["before", "behind", "hidden"].map((name) => [`${name}${index}`, this.photo])));
  }

  // The steps of drawing an area of the picture at its own size, each { height, draw(rows) }: first its tiers, then the area on
  // the canvas, whose size it has.
  steps(greatest, samples, area, frame) {
    this.prepare(greatest);
    const tiers = tiersOf(greatest);
    const below = tiers.at(-1)?.from ?? noRadius;
    const textures = this.emptyTiers(tiers.length);
    const scales = [0, 0, 0];
    const steps = tiers.map((tier, index) => {
      const target = this.targetOf(tier.scale);
      scales[index] = tier.scale;
      ["before", "behind", "hidden"].forEach((name, part) => { textures[`${name}${index}`] = target.parts[part]; });
      const { left, top, width, height } = tileOfTier(area, tier.scale, target);
      return { height, draw: ({ first, count }) => this.gather(this.programOf("tier", tierShader), target, tier, samples,
        { first: top + first, count, left, width }, {}, { scale: tier.scale }) };
    });
    const whole = (rows) => this.gather(this.programOf("blur", blurShader), null, { from: 0, below }, samples, rows, textures,
      { ...frame, tierCount: { int: tiers.length }, tierScales: scales });
    return [...steps, { height: area.height, draw: whole }];
  }

  targetOf(scale) {
    const { photo, graphics } = this;
    return this.tiers[scale] ??= graphics.targets(Math.ceil(photo.width / scale), Math.ceil(photo.height / scale), 3, graphics.gl.LINEAR);
  }
}

// The pixels of a tier that an area needs, with those beside it between which it is interpolated.
function tileOfTier(area, scale, { width, height }) {
  const [left, top] = [area.left, area.top].map((place) => Math.max(Math.floor(place / scale) - 1, 0));
  const right = Math.min(Math.ceil((area.left + area.width) / scale) + 1, width);
  const bottom = Math.min(Math.ceil((area.top + area.height) / scale) + 1, height);
  return { left, top, width: right - left, height: bottom - top };
}
