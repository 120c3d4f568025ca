import { type Mesh } from './mesh.ts'

/**
 * A tree of boxes over the triangles of a mesh, in flat arrays. A node is six numbers of `boxes` and one of `links`:
 * for a leaf the complement of its first triangle in `order` (with `counts` of them), else its right child, the left
 * one being the next node.
 */
export type TriangleTree = {
  readonly mesh: Mesh
  readonly order: Uint32Array
  readonly boxes: Float32Array
  readonly links: Int32Array
  readonly counts: Uint8Array
}

const leafSize = 6

/** Builds the tree in O(n log n): each node is halved at the median of its longest side. */
export function buildTree(mesh: Mesh): TriangleTree {
  const count = mesh.indices.length / 3
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  const middles = middlesOf(mesh, count)
  const most = Math.max(1, 2 * Math.ceil(count / (leafSize / 2)))
  const tree = {
    mesh,
    order,
    boxes: new Float32Array(most * 6),
    links: new Int32Array(most),
    counts: new Uint8Array(most),
  }
  const pending: [first: number, end: number, parent: number][] = [[0, count, -1]]
  let node = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [first, end, parent] = next
    if (parent >= 0) tree.links[parent] = node
    enclose(tree, node, first, end)
    if (end - first <= leafSize) {
      tree.links[node] = ~first
      tree.counts[node] = end - first
    } else {
      const half = (first + end) >> 1
      select(order, middles, longestSide(middles, order, first, end), first, end - 1, half)
      // The left half comes off the stack next and so directly follows its parent.
      pending.push([half, end, node], [first, half, -1])
    }
    node += 1
  }
  return tree
}

function middlesOf({ positions, indices }: Mesh, count: number): Float32Array {
  const middles = new Float32Array(count * 3)
  for (let triangle = 0; triangle < count; triangle += 1) {
    const at = triangle * 3
    const [a, b, c] = [(indices[at] ?? 0) * 3, (indices[at + 1] ?? 0) * 3, (indices[at + 2] ?? 0) * 3]
    for (let axis = 0; axis < 3; axis += 1) {
      middles[at + axis] = ((positions[a + axis] ?? 0) + (positions[b + axis] ?? 0) + (positions[c + axis] ?? 0)) / 3
    }
  }
  return middles
}

function enclose({ mesh, order, boxes }: TriangleTree, node: number, first: number, end: number): void {
  const { positions, indices } = mesh
  const at = node * 6
  for (let axis = 0; axis < 3; axis += 1) {
    boxes[at + axis] = Infinity
    boxes[at + 3 + axis] = -Infinity
  }
  for (let place = first; place < end; place += 1) {
    const corner = (order[place] ?? 0) * 3
    for (let which = 0; which < 3; which += 1) {
      const vertex = (indices[corner + which] ?? 0) * 3
      for (let axis = 0; axis < 3; axis += 1) {
        const value = positions[vertex + axis] ?? 0
        if (value < (boxes[at + axis] ?? 0)) boxes[at + axis] = value
        if (value > (boxes[at + 3 + axis] ?? 0)) boxes[at + 3 + axis] = value
      }
    }
  }
}

function longestSide(middles: Float32Array, order: Uint32Array, first: number, end: number): number {
  let [longest, side] = [-1, 0]
  for (let axis = 0; axis < 3; axis += 1) {
    let [low, high] = [Infinity, -Infinity]
    for (let place = first; place < end; place += 1) {
      const value = middles[(order[place] ?? 0) * 3 + axis] ?? 0
      if (value < low) low = value
      if (value > high) high = value
    }
    if (high - low > longest) [longest, side] = [high - low, axis]
  }
  return side
}

/** Puts the k-th smallest into its place with the smaller ones before it (Hoare's selection). */
function select(order: Uint32Array, keys: Float32Array, axis: number, from: number, to: number, k: number): void {
  const keyAt = (place: number) => keys[(order[place] ?? 0) * 3 + axis] ?? 0
  let [low, high] = [from, to]
  while (low < high) {
    const pivot = keyAt((low + high) >> 1)
    let [left, right] = [low, high]
    while (left <= right) {
      while (keyAt(left) < pivot) left += 1
      while (keyAt(right) > pivot) right -= 1
      if (left <= right) {
        const swapped = order[left] ?? 0
        order[left] = order[right] ?? 0
        order[right] = swapped
        left += 1
        right -= 1
      }
    }
    if (k <= right) high = right
    else if (k >= left) low = left
    else return
  }
}
