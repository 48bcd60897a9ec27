"""Follows the Blender recipe with a real Blender and measures how far the results are from the scene.

usage: recipe.py --auxdepth PROGRAM (--blender PROGRAM | --bpy PYTHON) [--open3d PYTHON] [--out DIR] [--keep]

The driver needs numpy, OpenEXR and trimesh; Blender needs Cycles (the glTF importer of Debian's Blender needs python3-numpy);
--open3d names a Python with Open3D 0.19. The same file runs inside Blender: `recipe.py -- scene DIR` and `recipe.py -- import POSE FILE...`.
"""

import argparse, json, math, os, shutil, subprocess, sys

W, H, LENS, SENSOR = 320, 240, 35, 36
F = LENS / SENSOR * max(W, H)  # sensor_fit AUTO
FRAMES = range(1001, 1006)  # a shot that begins at 1001
START, DEPTH = 1.0, 11.0  # of the Mist pass
FLOOR = (-4, 4, 0, 9)  # z = 0: x from, to, y from, to
WALL = (-2.5, 2.5, 0, 2.2)  # y = 6: x from, to, z from, to
SPHERES = (((-0.6, 3.0, 0.5), 0.5), ((0.8, 4.2, 0.7), 0.7))
FALLOFFS = {"LINEAR": "linear", "QUADRATIC": "quadratic", "INVERSE_QUADRATIC": "inverse"}


# Inside Blender (no numpy)


def scene(out):
    import bpy

    new = bpy.app.version >= (5, 0)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    s = bpy.context.scene
    s.render.engine, s.cycles.samples, s.cycles.use_denoising = "CYCLES", 16, False
    s.render.threads_mode, s.render.threads = "FIXED", 2
    s.render.resolution_x, s.render.resolution_y = W, H
    s.world = bpy.data.worlds.new("World")
    s.world.color = (0.4, 0.6, 0.9)

    def add(name, data):
        o = bpy.data.objects.new(name, data)
        s.collection.objects.link(o)
        return o

    def quad(name, points, color):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(points, [], [(0, 1, 2, 3)])
        paint(add(name, mesh), color)

    def paint(o, color):
        m = bpy.data.materials.new(o.name)
        m.use_nodes = True
        m.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*color, 1)
        o.data.materials.append(m)

    x0, x1, y0, y1 = FLOOR
    quad("Floor", [(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)], (0.5, 0.5, 0.4))
    x0, x1, z0, z1 = WALL
    quad("Wall", [(x0, 6, z0), (x1, 6, z0), (x1, 6, z1), (x0, 6, z1)], (0.3, 0.5, 0.7))
    for center, radius in SPHERES:
        bpy.ops.mesh.primitive_uv_sphere_add(segments=256, ring_count=128, radius=radius, location=center)
        paint(bpy.context.object, (0.8, 0.3, 0.2))
    sun = add("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy, sun.rotation_euler = 3, (0.6, 0.3, 0)

    camera = add("Camera", bpy.data.cameras.new("Camera"))
    camera.data.lens, s.camera = LENS, camera
    s.frame_start, s.frame_end = FRAMES[0], FRAMES[-1]
    for i, frame in enumerate(FRAMES):
        t = (i - 2) / 2  # -1...1: from left to right, looking at the spheres
        camera.location = (1.2 * t, 0.3 * abs(t), 1.3 + 0.2 * t)
        camera.rotation_euler = (math.radians(86), 0, math.radians(12 * t))
        camera.keyframe_insert("location", frame=frame)
        camera.keyframe_insert("rotation_euler", frame=frame)

    layer = s.view_layers[0]
    layer.use_pass_z = layer.use_pass_mist = True
    mist = s.world.mist_settings
    mist.start, mist.depth, mist.falloff = START, DEPTH, "LINEAR"
    image = s.render.image_settings

    def multilayer(path):
        if new:
            image.media_type = "MULTI_LAYER_IMAGE"
        image.file_format, image.color_depth, s.render.filepath = "OPEN_EXR_MULTILAYER", "32", path
        bpy.ops.render.render(write_still=True)

    poses = {}
    for frame in FRAMES:
        s.frame_set(frame)
        multilayer(f"{out}/z_{frame}.exr")
        if new:
            image.media_type = "IMAGE"
        image.file_format, image.color_mode, image.color_depth = "PNG", "RGB", "8"
        bpy.data.images["Render Result"].save_render(f"{out}/shot_{frame}.png", scene=s)
        poses[f"shot_{frame}"] = [list(row) for row in camera.matrix_world.normalized()]
    with open(out + "/poses.json", "w") as f:
        json.dump(poses, f)

    # The Mist pass of the first frame, with each falloff, as 16-bit PNG by the File Output node
    if new:
        tree = s.compositing_node_group = bpy.data.node_groups.new("Compositing", "CompositorNodeTree")
        tree.interface.new_socket("Image", in_out="OUTPUT", socket_type="NodeSocketColor")
        end = tree.nodes.new("NodeGroupOutput")
    else:
        s.use_nodes = True
        tree = s.node_tree
        tree.nodes.clear()
        end = tree.nodes.new("CompositorNodeComposite")
    layers, node = tree.nodes.new("CompositorNodeRLayers"), tree.nodes.new("CompositorNodeOutputFile")
    if new:
        node.directory, node.format.media_type = out, "IMAGE"
        node.file_output_items.new("FLOAT", "Mist")
    else:
        node.base_path = out
        node.file_slots.clear()
        node.file_slots.new("Mist")
    node.format.file_format, node.format.color_mode, node.format.color_depth = "PNG", "BW", "16"
    tree.links.new(layers.outputs["Image"], end.inputs[0])
    tree.links.new(layers.outputs["Mist"], node.inputs[0])
    s.frame_set(FRAMES[0])
    for falloff in FALLOFFS:
        mist.falloff = falloff
        if new:
            node.file_name = falloff + "_####_"  # FALLOFF_1001_Mist.png
        else:
            node.file_slots[0].path = falloff + "_####_Mist"
        multilayer(f"{out}/{falloff}.exr")
    print("Blender", bpy.app.version_string)


def import_back(pose, files):
    """Imports a GLB and a PLY file, places them at the camera as the recipe says, and writes their vertices in the world."""
    import bpy
    from mathutils import Matrix

    for path in files:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        if path.endswith(".glb"):
            import numpy

            numpy.bool = bool  # Debian's glTF importer of 3.4 uses it; Debian's numpy no longer has it
            bpy.ops.import_scene.gltf(filepath=path)
            turn = Matrix.Rotation(-math.pi / 2, 4, "X")  # the importer turned y up into z up
        else:
            if bpy.app.version >= (3, 6):
                bpy.ops.wm.ply_import(filepath=path)
            else:
                bpy.ops.import_mesh.ply(filepath=path)
            turn = Matrix.Rotation(math.pi, 4, "X")  # x right, y down, z away
        with open(path + ".txt", "w") as f:
            for o in bpy.context.scene.objects:
                if o.type == "MESH":
                    m = Matrix(pose) @ turn @ o.matrix_world
                    f.writelines("%r %r %r\n" % tuple(m @ v.co) for v in o.data.vertices)


# The truth


def planar_depth(np, pose):
    """Returns the planar depth at each pixel center, infinite in the sky."""
    u, v = np.meshgrid(np.arange(W) + 0.5 - W / 2, np.arange(H) + 0.5 - H / 2)
    d = np.stack([u / F, -v / F, -np.ones_like(u)], -1) @ np.array(pose)[:3, :3].T  # depth 1 along the axis
    o = np.array(pose)[:3, 3]
    depth = np.full((H, W), np.inf)
    with np.errstate(all="ignore"):
        for axis, level, a, b, (a0, a1, b0, b1) in ((2, 0, 0, 1, FLOOR), (1, 6, 0, 2, WALL)):
            t = (level - o[axis]) / d[..., axis]
            p = o + d * t[..., None]
            hit = (t > 0) & (p[..., a] >= a0) & (p[..., a] <= a1) & (p[..., b] >= b0) & (p[..., b] <= b1)
            depth = np.where(hit & (t < depth), t, depth)
        for c, r in SPHERES:
            oc, a = o - np.array(c), (d * d).sum(-1)
            b = (d * oc).sum(-1)
            t = (-b - np.sqrt(b * b - a * (oc @ oc - r * r))) / a
            depth = np.where((t > 0) & (t < depth), t, depth)
    return depth


def distance(np, p):
    """Returns the distance of each point in the world to the nearest surface of the scene."""

    def patch(axis, level, a, b, r):
        da = np.maximum(np.maximum(r[0] - p[:, a], p[:, a] - r[1]), 0)
        db = np.maximum(np.maximum(r[2] - p[:, b], p[:, b] - r[3]), 0)
        return np.sqrt(da**2 + db**2 + (p[:, axis] - level) ** 2)

    all = [patch(2, 0, 0, 1, FLOOR), patch(1, 6, 0, 2, WALL)]
    all += [np.abs(np.linalg.norm(p - np.array(c), axis=1) - r) for c, r in SPHERES]
    return np.min(all, axis=0)


FUSE = """
import json, sys, numpy as np, open3d as o3d
set, out = sys.argv[1:]
trajectory = json.load(open(set + '/trajectory.json'))['parameters']
frames = json.load(open(set + '/cameras.json'))['frames']
volume = o3d.pipelines.integration.ScalableTSDFVolume(0.02, 0.06, o3d.pipelines.integration.TSDFVolumeColorType.RGB8)
for f, p in zip(frames, trajectory):
    color = o3d.io.read_image(set + '/' + f['photo']['path']); depth = o3d.io.read_image(set + '/' + f['depth']['path'])
    rgbd = o3d.geometry.RGBDImage.create_from_color_and_depth(color, depth, f.get('perMetre', 1000), 12, False)
    k = p['intrinsic']; m = k['intrinsic_matrix']
    camera = o3d.camera.PinholeCameraIntrinsic(k['width'], k['height'], m[0], m[4], m[6], m[7])
    volume.integrate(rgbd, camera, np.array(p['extrinsic']).reshape(4, 4).T)
np.save(out, np.asarray(volume.extract_triangle_mesh().vertices))
"""


# The driver


def main():
    import numpy as np, OpenEXR, trimesh

    q = argparse.ArgumentParser()
    q.add_argument("--auxdepth", required=True)
    q.add_argument("--blender")
    q.add_argument("--bpy")
    q.add_argument("--open3d")
    q.add_argument(
        "--camera",
        default=f"focal={LENS},sensor={SENSOR}",
        help="focal=35,sensor=36x27 for versions that need both sides",
    )
    q.add_argument("--out", default="/tmp/blender-run")
    q.add_argument("--keep", action="store_true", help="take the renders of an earlier run")
    a = q.parse_args()
    out, rows, failed = os.path.abspath(a.out), [], []
    if not a.keep:
        shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out, exist_ok=True)

    def inside(*arguments):
        me = os.path.abspath(__file__)
        start = [a.bpy, me] if a.bpy else [a.blender, "-b", "--factory-startup", "-P", me]
        r = subprocess.run([*start, "--", *arguments], capture_output=True, text=True)
        if r.returncode or "Traceback" in r.stdout + r.stderr:
            sys.exit(r.stdout[-2000:] + r.stderr[-4000:])
        return r.stdout

    def aux(*arguments):
        r = subprocess.run([a.auxdepth, *arguments], capture_output=True, text=True, cwd=out)
        text = "auxdepth " + " ".join(arguments)
        if r.returncode:
            failed.append(f"{text}\n    status {r.returncode}: {r.stderr.strip()}")
        print(f"$ {text}\n{r.stdout}{r.stderr}", end="")
        return r.returncode == 0

    def attach(photo, target, map, *more):
        return aux(
            "attach",
            photo,
            "-o",
            target,
            "--depth",
            map,
            "--convention",
            "blender",
            "--camera",
            a.camera,
            "--force",
            *more,
        )

    def row(name, meters):
        e = np.abs(np.asarray(meters)) * 1000
        e = e[np.isfinite(e)]
        rows.append(
            (name, len(e), np.median(e), np.quantile(e, 0.99), e.max()) if len(e) else (name, 0, np.nan, np.nan, np.nan)
        )

    def channel(path, *names):
        for part in OpenEXR.File(path, separate_channels=True).parts:
            for n in part.channels:
                if n in names:
                    return np.asarray(part.channels[n].pixels, np.float64)
        sys.exit(f"{path}: none of {names}")

    def compare(name, depth, truth):
        """Adds a row for the pixels that are not next to an edge, and a note about the sky."""
        near, edge = 1 / truth, 0
        for s in (-1, 1):
            edge = np.maximum(edge, [np.abs(np.roll(near, s, axis) - near) for axis in (0, 1)]).max(0)
        row(name, (depth - truth)[(edge < 0.05 * near)])
        sky = depth[np.isinf(truth)]
        far = ~(sky < 1e9)
        rows[-1] += (
            f"sky: {100 * far.mean():.1f} % infinite or missing"
            + ("" if far.all() else f", else {np.median(sky[~far]):.4g} m"),
        )

    if not os.path.exists(out + "/poses.json"):
        print(inside("scene", out))
    poses = json.load(open(out + "/poses.json"))
    first = f"shot_{FRAMES[0]}"
    pose = np.array(poses[first])
    truth = planar_depth(np, pose)
    z = channel(f"{out}/z_{FRAMES[0]}.exr", "ViewLayer.Depth.Z")
    compare("Blender's Z pass", np.where(z >= 1e9, np.inf, z), truth)

    for name, target, more in (
        ("HEIC", "a.heic", []),
        ("HEIC --lossless", "b.heic", ["--lossless"]),
        ("DNG", "c.dng", []),
    ):
        if not attach(first + ".png", target, f"z_{FRAMES[0]}.exr", "--far", "inf", *more):
            continue
        stem = target.replace(".", "_")
        aux("info", target)
        if aux("extract", target, "--type", "depthmap", "--as", "fdep", "-o", stem + ".exr", "--force"):
            compare(f"{name}: depth.exr", channel(f"{out}/{stem}.exr", "Z", "Y"), truth)
        for kind in ("glb", "ply"):
            if not aux("extract", target, "--format", kind, "-o", f"{stem}.{kind}", "--force"):
                continue
            mesh = trimesh.load(f"{out}/{stem}.{kind}", process=False)
            mesh = mesh.to_geometry() if isinstance(mesh, trimesh.Scene) else mesh
            p = np.asarray(mesh.vertices)
            faces = getattr(mesh, "faces", None)
            if faces is not None and len(faces):
                p = np.concatenate([p, p[faces].mean(1)])  # corners and centers
            if kind == "ply":
                p = p * [1, -1, -1]
            row(f"{name}: {kind}", distance(np, p @ pose[:3, :3].T + pose[:3, 3]))
    files = [f"{out}/b_heic.{k}" for k in ("glb", "ply") if os.path.exists(f"{out}/b_heic.{k}")]
    inside("import", json.dumps(poses[first]), *files)
    for f in files:
        row(f"imported into Blender: {os.path.basename(f)}", distance(np, np.loadtxt(f + ".txt")))

    for falloff, option in FALLOFFS.items():
        ends = ["--near", f"{START:g}", "--far", f"{START + DEPTH:g}", "--mist", option]
        for kind, map, more in (
            ("EXR", falloff + ".exr", ["--depth-channel", "ViewLayer.Mist.Z"]),
            ("PNG", f"{falloff}_{FRAMES[0]}_Mist.png", []),
        ):
            target = f"mist_{option}_{kind}.dng"  # 16 bits
            if attach(first + ".png", target, map, *ends, *more) and aux(
                "extract", target, "--type", "depthmap", "--as", "fdep", "-o", target + ".exr", "--force"
            ):
                compare(f"Mist {option} {kind}", channel(f"{out}/{target}.exr", "Z", "Y"), truth)

    for kind, more in (("heic", ["--lossless"]), ("dng", [])):
        made = [attach(f"shot_{n}.png", f"shot_{n}.{kind}", f"z_{n}.exr", "--far", "inf", *more) for n in FRAMES]
        shutil.rmtree(f"{out}/set_{kind}", ignore_errors=True)
        if not all(made) or not aux(
            "extract", *[f"shot_{n}.{kind}" for n in FRAMES], "--dataset", f"set_{kind}", "--poses", "poses.json"
        ):
            continue
        if not a.open3d:
            continue
        r = subprocess.run(
            [a.open3d, "-c", FUSE, f"{out}/set_{kind}", out + "/fused.npy"], capture_output=True, text=True
        )
        if r.returncode:
            failed.append("Open3D: " + r.stderr[-500:])
        else:
            row(
                f"{kind.upper()}: data set, fused by Open3D (voxels of 20 mm)",
                distance(np, np.load(out + "/fused.npy")),
            )

    print("\n%-52s %8s %10s %10s %10s" % ("millimeters", "samples", "median", "99 %", "greatest"))
    for name, n, median, most, greatest, *note in rows:
        print("%-52s %8d %10.3f %10.3f %10.3f  %s" % (name, n, median, most, greatest, *(note or [""])))
    if failed:
        print("\nfailed:\n" + "\n".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    rest = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    if rest[:1] == ["scene"]:
        scene(rest[1])
    elif rest[:1] == ["import"]:
        import_back(json.loads(rest[1]), rest[2:])
    else:
        sys.exit(main())
