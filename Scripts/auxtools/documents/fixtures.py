"""The files that the blocks of the documents name, made of Examples/scene by the program, once a run."""
from __future__ import annotations

import os
import shutil
import subprocess
import threading
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
SCENE = TOP / "Examples/scene"

# A fixture is what commands make in a folder of their own, but for `tmp*`; `{NAME}` is another fixture, `{maps}` the script.
RECIPES: dict[str, str] = {
    **{name: f"cp '{SCENE}/{name}' {name}" for name in ("depth16.png", "depth.pfm", "matte.png")},
    # Half as wide as the scene's, for time's sake.
    "render.png": f"{{maps}} half '{SCENE}/render.png' render.png",
    "z.exr": "auxdepth convert {depth.pfm} -o z.exr --from depth",
    "depth.exr": "auxdepth convert {depth.pfm} -o depth.exr --from depth",
    "depth.npy": "auxdepth convert {depth.pfm} -o depth.npy --from depth",
    # The wall, 11.5 m away and more, is sky here, as Blender writes it.
    "sky.exr": "{maps} sky {depth.pfm} tmp.npy && auxdepth convert tmp.npy -o sky.exr",
    # Passes in the forms of renderers.
    **{
        f"{name}.exr": f"{{maps}} {name} {{depth.pfm}} {name}.exr"
        for name in ("passes", "passes5", "stereo5", "fileoutput", "unreal", "houdini", "renderman")
    },
    "mist.png": "{maps} mist {depth.pfm} mist.png",
    "film.png": "{maps} film {render.png} film.png",
    "render_L.png": "cp {render.png} render_L.png",
    "render_R.png": "cp {render.png} render_R.png",
    "shot": "mkdir shot && for n in 1001 1002; do cp {render.png} shot/beauty_$n.png; cp {passes.exr} shot/passes_$n.exr; done",
    "poses.json": """echo '{"1001": [[1,0,0,0],[0,0,-1,0],[0,1,0,1.5],[0,0,0,1]], """
    """"1002": [[1,0,0,0.1],[0,0,-1,0],[0,1,0,1.5],[0,0,0,1]]}' > poses.json""",
    # Inverse depth as a model gives it, without a unit: numbers, and the gray picture that its script makes.
    "prediction.npy": "auxdepth convert {depth.pfm} -o prediction.npy --from depth --as fdis",
    "prediction.png": "auxdepth convert {prediction.npy} -o tmp.png --from disparity && {maps} gray tmp.png prediction.png",
    "kitti.png": "auxdepth convert {depth.pfm} -o kitti.png --from depth --unit m/256",
    "disparity.npy": "auxdepth convert {depth.pfm} -o disparity.npy --from depth --as fdis",
    "millimetres.png": "{maps} millimetres {depth.pfm} millimetres.png",
    "depth-pro.npz": "{maps} depth-pro {depth.pfm} depth-pro.npz",
    "developed.tif": "{maps} developed {render.png} developed.tif",
    "beauty.exr": "{maps} beauty {render.png} beauty.exr",
    # A photo without a map, and portraits with depth, camera and matte.
    "photo.jpg": "auxdepth attach {render.png} -o tmp.jpg --depth {depth.pfm} && auxdepth remove tmp.jpg --all -o photo.jpg",
    "portrait.jpg": "auxdepth attach {render.png} -o portrait.jpg --depth {depth.pfm} --portrait {matte.png} "
    "--intrinsics 1050,1050,500,375 --accuracy absolute",
    "portrait.heic": "auxdepth attach {render.png} -o portrait.heic --depth {depth.pfm} --portrait {matte.png} "
    "--intrinsics 1050,1050,500,375 --accuracy absolute",
    "photo.heic": "cp {portrait.heic} photo.heic",
    "original.heic": "cp {portrait.heic} original.heic",
    # What an editor makes of them: other colours and size, no map; and a part of the picture.
    "edited.jpg": "{maps} edited {render.png} edited.jpg",
    "cropped.jpg": "{maps} cropped {render.png} cropped.jpg",
    "beach.jpg": "{maps} beach {render.png} beach.jpg",
    "stale.jpg": "{maps} stale {portrait.jpg} stale.jpg",
    "left.jpg": "auxdepth render stereo {portrait.jpg} -o tmp.jpg --layout pair && mv tmp-left.jpg left.jpg",
    "right.jpg": "auxdepth render stereo {portrait.jpg} -o tmp.jpg --layout pair && mv tmp-right.jpg right.jpg",
    "left.pfm": "cp {depth.pfm} left.pfm",
    "spatial.heic": "auxdepth render stereo {portrait.jpg} -o spatial.heic --layout spatial --fov 60",
    # Videos of a few small frames.
    "in.mp4": "ffmpeg -v error -f lavfi -i testsrc=160x120:rate=5 -frames:v 4 -pix_fmt yuv420p in.mp4",
    "depth.mp4": "ffmpeg -v error -f lavfi -i gradients=160x120:rate=5 -frames:v 4 -pix_fmt yuv420p depth.mp4",
    "people.y4m": "ffmpeg -v error -f lavfi -i gradients=160x120:rate=5 -frames:v 4 -pix_fmt gray people.y4m",
    "model%04d.png": "ffmpeg -v error -f lavfi -i gradients=160x120:rate=5 -frames:v 4 -pix_fmt gray -start_number 0 model%04d.png",
    "photos": "mkdir photos && for n in a b c; do cp {photo.jpg} photos/$n.jpg; done",
    "depth": "mkdir depth && for n in a b c; do cp {z.exr} depth/$n.exr; done",
    "mattes": "mkdir mattes && for n in a b c; do cp {matte.png} mattes/$n.png; done",
    "portraits": "mkdir portraits && for n in a b; do cp {portrait.jpg} portraits/$n.jpg; done && cp {portrait.heic} portraits/c.heic",
    "originals": "mkdir originals && for n in a b; do cp {portrait.jpg} originals/$n.jpg; done",
    "edited": "mkdir edited && for n in a b; do cp {edited.jpg} edited/$n.jpg; done",
}


class Fixtures:
    """Makes each fixture once, in the folder given; may be asked by several threads."""

    def __init__(self, folder: Path, environment: dict[str, str], python: str) -> None:
        self.folder = folder
        self.environment = environment
        self.words = {"maps": f"'{python}' '{Path(__file__).parent}/fixture_maps.py'"}
        self.lock = threading.RLock()

    def made(self, name: str) -> Path:
        """The folder that has the fixture, which is made if need be."""
        with self.lock:
            place = self.folder / name
            if place.exists():
                return place
            place.mkdir(parents=True)
            command = RECIPES[name]
            for other in RECIPES:
                if f"{{{other}}}" in command:
                    command = command.replace(f"{{{other}}}", str(self.made(other) / other))
            for word, text in self.words.items():
                command = command.replace(f"{{{word}}}", text)
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", command], cwd=place, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )
            if done.returncode:
                raise SystemExit(f"the fixture {name} cannot be made: {command}\n{done.stdout}")
            for path in place.glob("tmp*"):
                path.unlink()
            return place

    def copy(self, name: str, folder: Path) -> None:
        """Puts a copy of the fixture into a folder: what a block changes is its own."""
        shutil.copytree(self.made(name), folder, dirs_exist_ok=True)


def sample(pattern: str) -> Path | None:
    """The camera file of that name in the folders of AUXDEPTH_SAMPLES, or none."""
    for folder in filter(None, os.environ.get("AUXDEPTH_SAMPLES", "").split(":")):
        for found in sorted(Path(folder).glob(pattern)):
            return found
    return None
