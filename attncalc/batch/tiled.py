"""Attention by blocks: exact, with no more scores in memory at one time than a block of them.

Milakov and Gimelshein 2018 (online softmax), Dao et al. 2022 (FlashAttention), with changes that suit products of whole
blocks: each row's maximum is the first block's, and is raised only when a score exceeds it by far; it is taken off
within the product; row sums are a product; powers are of 2 where the machine is quicker at them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np

from attncalc.batch.block import EXCESS, Block, Buffers
from attncalc.batch.head import Head
from attncalc.batch.outputs import Outputs, Tell, put
from attncalc.batch.powers import base_for
from attncalc.batch.shapes import Laid
from attncalc.batch.threads import run
from attncalc.batch.tiles import Plan, plan

Job = tuple[Head, int, int]


def attend_tiled(laid: Laid, outputs: Outputs, tell: Tell) -> None:
    """Writes softmax(QKᵀ·scale)V into `outputs`, block by block of queries."""
    blocks, base, own = plan(laid), base_for(laid), threading.local()

    def work(job: Job) -> int:
        if not hasattr(own, "buffers"):
            own.buffers = Buffers(laid.xp)
        head, i, j = job
        with np.errstate(all="ignore"):
            _write(Block(head, i, j, blocks.columns, base, own.buffers), outputs)
        return j - i

    run(_jobs(laid, blocks), work, blocks.threads, tell)


def _jobs(laid: Laid, blocks: Plan) -> Iterator[Job]:
    """Blocks of queries, those with most keys first: where a mask is causal, the last ones."""
    for index in laid.heads():
        head = Head.of(laid, index, EXCESS[laid.work.itemsize])
        starts = range(0, laid.n, blocks.rows)
        for i in reversed(starts) if laid.options.causal else starts:
            yield head, i, min(i + blocks.rows, laid.n)


def _write(block: Block, outputs: Outputs) -> None:
    """Calculates a block of queries, and writes what is asked for."""
    block.solve()
    index, rows = block.head.index, slice(block.i, block.j)
    put(outputs.O[index], rows, block.O)
    if outputs.lse is not None:
        put(outputs.lse[index], rows, block.log_sum())
    if outputs.weights is not None:
        target = outputs.weights[index][rows]
        target[...] = 0
        for tile, A in block.weights():
            put(target, (tile.rows, tile.keys), A)
