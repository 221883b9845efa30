/* Which parts of the picture are taken: boxes in a coarse grid, so that one is asked of thousands in a moment. */

const CELL = 64 // pixels

export class Room {
  cells = new Map()

  /** Takes a box: [left, top, right, bottom]. */
  take(box) {
    for (const at of covered(box)) {
      const known = this.cells.get(at)
      if (known) known.push(box)
      else this.cells.set(at, [box])
    }
  }

  /** Whether no box that is taken overlaps this one. */
  isFree(box) {
    return covered(box).every(at => !this.cells.get(at)?.some(other => overlap(box, other)))
  }
}

const overlap = (a, b) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]

const covered = ([left, top, right, bottom]) => {
  const found = []
  for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++)
    for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) found.push(x * 1024 + y)
  return found
}
