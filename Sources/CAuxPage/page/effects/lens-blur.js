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
  // Of a lens: its photo, how far pixels are out of focus, and the extremes of that in blocks of 8 x 8.
  constructor(lens) {
    const { graphics, photo, radii, blocks } = lens;
    Object.assign(this, { lens, graphics, photo, radii, blocks, tiers: [], reaches: new Map() });
    this.around = [0, 1].map(() => graphics.target(blocks.width, blocks.height, graphics.gl.LINEAR));
  }

  // How far pixels are out of focus has changed.
  forget() { this.greatest = undefined; }

  // Finds what may be hidden where, for discs of at most that radius.
  prepare(greatest) {
    if (this.greatest === greatest) return;
    // What is blurred at most one and a half radii away may hide something here.
    this.lens.spread("extremes", this.blocks, this.blocksIn(greatest * 1.5), ...this.around);
    this.greatest = greatest;
    this.reached = new Set();
  }

  blocksIn(radius) { return Math.min(Math.ceil(radius / 8) + 1, Math.max(this.blocks.width, this.blocks.height)); }

  // The least and the greatest radius of the discs that reach each block from less than a radius away.
  reachesOf(below) {
    const { graphics, blocks, greatest } = this;
    if (!this.reaches.has(below)) this.reaches.set(below, [0, 1].map(() => graphics.target(blocks.width, blocks.height)));
    const targets = this.reaches.get(below);
    if (!this.reached.has(below)) {
      this.lens.spread("reach", blocks, this.blocksIn(Math.min(below, greatest)), ...targets, { greatest });
      this.reached.add(below);
    }
    return targets[1];
  }

  // Gathers discs of radii from one on and below another.
  gather(name, target, { from, below }, samples, textures, values, rows) {
    const { greatest, photo, radii, lens } = this;
    const rings = lensRings(Math.min(greatest, below), samples);
    const numbers = new Float32Array(ringsAtMost * 4);
    rings.forEach((ring, index) => numbers.set(ring, index * 4));
    const reaches = this.reachesOf(below);
    this.graphics.draw(lens.programs[name], target, { photo, radii, blocks: this.around[1], reaches, ...textures },
      { rings: numbers, ringCount: { int: rings.length }, greatest, from, below, ...values }, rows);
  }

  // What is bound instead of tiers that are not used.
  emptyTiers(count = 0) {
    return Object.fromEntries(blurTiers.flatMap((_, index) => index < count ? []
      : ["before", "behind", "hidden"].map((name) => [`${name}${index}`, this.photo])));
  }

  // The effect of a blur; `greatest` is the radius in pixels of what is farthest out of focus.
  effect(greatest) {
    return {
      quick: (frame, share) => this.drawQuick(greatest, frame, share),
      steps: (target, frame) => this.steps(greatest, target, frame),
    };
  }

  // Draws coarsely, without tiers, and the photo itself where that is sharper.
  drawQuick(greatest, frame, share) {
    const { graphics, photo, radii, lens } = this;
    const [width, height] = [photo.width, photo.height].map((side) => Math.max(Math.round(side * share / 4), 1));
    if (this.coarse?.width !== width || this.coarse.height !== height) {
      graphics.discard(this.coarse);
      this.coarse = graphics.target(width, height, graphics.gl.LINEAR);
    }
    this.prepare(greatest);
    this.gather("blur", this.coarse, { from: 0, below: noRadius }, 10, this.emptyTiers(),
      { size: [width, height], corner: [0, 0], down: 1, tierCount: { int: 0 } });
    graphics.draw(lens.programs.quick, null, { photo, radii, blurred: this.coarse },
      { ...frame, greatest, texel: photo.width / width });
  }

  // The steps of drawing at full size: first the tiers, then all of it.
  steps(greatest, target, frame) {
    this.prepare(greatest);
    const tiers = tiersOf(greatest);
    const below = tiers.at(-1)?.from ?? noRadius;
    const textures = this.emptyTiers(tiers.length);
    const tierScales = [0, 0, 0];
    const steps = tiers.map((tier, index) => {
      const { scale } = tier;
      const part = this.tierOf(scale);
      tierScales[index] = scale;
      ["before", "behind", "hidden"].forEach((name, number) => { textures[`${name}${index}`] = part.parts[number]; });
      return { height: part.height, draw: (rows) => this.gather("tier", part, tier, 24, {}, { scale }, rows) };
    });
    const whole = (rows) => this.gather("blur", target, { from: 0, below }, 24, textures,
      { ...frame, tierCount: { int: tiers.length }, tierScales }, rows);
    return [...steps, { height: target.height, draw: whole }];
  }

  tierOf(scale) {
    const { photo, graphics } = this;
    return this.tiers[scale] ??= graphics.targets(Math.ceil(photo.width / scale), Math.ceil(photo.height / scale), 3, graphics.gl.LINEAR);
  }
}
