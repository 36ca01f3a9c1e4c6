"""`attncalc batch`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Optional

import typer

from attncalc.cli.cluster import Cluster, workers
from attncalc.cli.options import Limit, file_or_stdout, mechanism_names, step_names
from attncalc.errors import InputError

Text = Optional[str]  # noqa: UP045  read by Typer at run time
Number = Optional[int]  # noqa: UP045
File = Optional[Path]  # noqa: UP045
USAGE = "attncalc batch qkv.npz -o out.npz"


def batch(
    inputs: Annotated[Optional[list[str]], typer.Argument(metavar="[INPUT]...", help="Files (.npz, .safetensors; "  # noqa: UP045
        "problems: .yaml, .jsonl), folders, patterns.")] = None,
    output: Annotated[File, typer.Option("--output", "-o", metavar="OUT", parser=file_or_stdout,
        help="An .npz or .npy, or a folder for several.")] = None,
    q: Annotated[File, typer.Option("--q", metavar="FILE", help="Q in an .npy of its own.")] = None,
    k: Annotated[File, typer.Option("--k", metavar="FILE", help="K in an .npy of its own.")] = None,
    v: Annotated[File, typer.Option("--v", metavar="FILE", help="V in an .npy of its own.")] = None,
    query: Annotated[Text, typer.Option(metavar="NAME", help="How Q is called in the file.")] = None,
    key: Annotated[Text, typer.Option(metavar="NAME", help="How K is called.")] = None,
    value: Annotated[Text, typer.Option(metavar="NAME", help="How V is called.")] = None,
    names: Annotated[Optional[list[str]], typer.Option("--name", metavar="MATRIX=NAME",  # noqa: UP045
        help="How another is called: X, Wq, Wk, Wv, Wo, bq, bk, bv, bo.")] = None,
    out_in: Annotated[bool, typer.Option("--out-in", help="Weights stand out × in (torch's q_proj.weight is known to).")
        ] = False,
    heads: Annotated[Number, typer.Option(min=1, metavar="N", help="Heads side by side in the columns.")] = None,
    kv_heads: Annotated[Number, typer.Option(min=1, metavar="N", help="Fewer heads of K and V.")] = None,
    mask: Annotated[Text, typer.Option(metavar="causal|FILE", help="causal, causal-lower-right, or an .npy: truths or "
        "0 and 1 (1 may be seen), or numbers to add.")] = None,
    scale: Annotated[Text, typer.Option(metavar="NUMBER|none", help="The factor of the scores (1/√d_k).")] = None,
    softcap: Annotated[Optional[float], typer.Option(min=0, metavar="C", help="C·tanh(S/C).")] = None,  # noqa: UP045
    window: Annotated[Text, typer.Option(metavar="L,R", help="Keys seen before and after the query's own.")] = None,
    memory: Annotated[Text, typer.Option(metavar="512MiB", help="What blocks of scores may take.")] = None,
    dtype: Annotated[Text, typer.Option(metavar="TYPE", help="float16, float32, float64, or bfloat16 with "
        "openvino or torch; as the input's.")] = None,
    threads: Annotated[Number, typer.Option(min=1, max=1024, metavar="N", help="As many as there are cores.")] = None,
    backend: Annotated[str, typer.Option(metavar="auto|numpy|onnxruntime|openvino|torch",
        help="Whose kernel does plain attention in float32; auto takes onnxruntime where it pays.")] = "numpy",
    device: Annotated[str, typer.Option(metavar="auto|cpu|cuda", help="auto takes a GPU for large work.")] = "auto",
    weights: Annotated[File, typer.Option(metavar="FILE.npy", help="Write the weights too (queries × keys).")] = None,
    lse: Annotated[File, typer.Option(metavar="FILE.npy", help="Write each row's log-sum-exp too.")] = None,
    rows: Annotated[Text, typer.Option(metavar="1,5:9", help="Show every step of these rows.")] = None,
    rows_to: Annotated[File, typer.Option(metavar="FILE.npz", help="Write these rows' steps instead.")] = None,
    verify: Annotated[int, typer.Option(min=0, max=10_000, metavar="N", help="Recompute N random rows with proven "
        "digits, and say how far the output is off.")] = 0,
    mechanism: Annotated[Text, typer.Option("--mechanism", "-m", metavar="NAME",
        autocompletion=mechanism_names, help="Arrays are many problems of "
        "this mechanism, one behind the other; every step is written.")] = None,
    options: Annotated[Optional[list[str]], typer.Option("--option", "-O", metavar="KEY=VALUE",  # noqa: UP045
        help="With -m: an option of it.")] = None,
    steps: Annotated[Text, typer.Option(metavar="S,A,O", autocompletion=step_names,
        help="Of problems: write these steps only.")] = None,
    decimals: Annotated[Number, typer.Option(min=0, max=1000, metavar="N", help="Of problems in files: so many proven "
        "digits after the point, instead of doubles.")] = None,
    any_file: Annotated[bool, typer.Option("--any-file", help="Read matrices outside a problem's folder.")] = False,
    allow_nonfinite: Annotated[bool, typer.Option("--allow-nonfinite", help="Calculate with NaN and ±∞.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No bar, no summary.")] = False,
    jobs: Annotated[Number, typer.Option("--jobs", "-j", min=1, max=256, metavar="N",
        help="Processes that work at once on several files (1).")] = None,
    cluster: Cluster = None,
    limit: Limit = None,
) -> None:  # an option with its help a row  # fmt: skip
    """Attention on large matrices, exactly, in memory that does not grow with their length squared."""
    from attncalc.batch.files.jobs import are_problems, find_inputs
    from attncalc.cli.batch_arrays import Asked, deliver_arrays
    from attncalc.cli.batch_problems import deliver_problems
    from attncalc.cli.batch_words import dtype_of, mask_file, masked, memory_of, names_of, rows_of, scale_of, window_of

    apart = {role: file for role, file in (("Q", q), ("K", k), ("V", v)) if file is not None}
    if bool(inputs) is bool(apart):
        both = "; here are both" if inputs else ""
        raise InputError(f"name what to read: a file with Q, K and V, or --q, --k and --v{both}", hint=USAGE)
    paths = find_inputs(inputs or [])
    arrays = {
        "--heads": heads,
        "--kv-heads": kv_heads,
        "--mask": mask,
        "--scale": scale,
        "--softcap": softcap,
        "--window": window,
        "--memory": memory,
        "--dtype": dtype,
        "--threads": threads,
        "--weights": weights,
        "--lse": lse,
        "--rows": rows,
        "--verify": verify or None,
        "--backend": None if backend == "numpy" else backend,
    }
    if mechanism or are_problems(paths):
        _only("of arrays; a problem says it in its file, or -O does", arrays)
        with workers(jobs or (None if cluster else 1), cluster, limit) as others:
            deliver_problems(
                paths,
                output,
                mechanism,
                options or (),
                steps,
                decimals,
                any_file=any_file,
                force=force,
                quiet=quiet,
                workers=others,
            )
        return
    _only("of problems", {"--steps": steps, "-O": options, "--any-file": any_file or None, "--decimals": decimals})
    keywords = {
        "heads": heads,
        "kv_heads": kv_heads,
        "scale": scale_of(scale),
        "softcap": softcap,
        "dtype": dtype_of(dtype),
        "window": window_of(window),
        "memory": memory_of(memory),
        "threads": threads,
        "backend": backend,
    }
    with workers(jobs or (None if cluster else 1), cluster, limit) as others:
        deliver_arrays(
            paths,
            apart,
            output,
            Asked(
                masked(mask, keywords),
                mask_file(mask),
                names_of(names or (), {"Q": query, "K": key, "V": value}),
                out_in,
                device,
                weights,
                lse,
                rows_of(rows),
                rows_to,
                verify,
                allow_nonfinite,
                force,
                quiet,
                others,
            ),
            several=len(paths) > 1 or paths != [Path(name) for name in inputs or []],
        )


def _only(what: str, given: Mapping[str, object]) -> None:
    name = next((name for name, value in given.items() if value is not None), None)
    if name:
        raise InputError(f"{name} is {what}")
