import { type Mesh } from './mesh.ts'

/**
 * A bounding volume hierarchy over the triangles of a mesh, in flat arrays. A node has six numbers in `boxes` and one
 * in `links`: for a leaf the complement of its first triangle in `order` (with `counts` of them), else its right child;
 * the left child is the next node.
 */
export type TriangleBvh = {
  readonly mesh: Mesh
  readonly order: Uint32Array
  readonly boxes: Float32Array
  readonly links: Int32Array
  readonly counts: Uint8Array
}

const maxLeafTriangles = 6

/** Builds the BVH in O(n log n): each node is split at the median of its longest axis. */
export function buildBvh(mesh: Mesh): TriangleBvh {
  const count = mesh.indices.length / 3
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  const centers = centersOf(mesh, count)
  const maxNodes = Math.max(1, 2 * Math.ceil(count / (maxLeafTriangles / 2)))
  const bvh = {
    mesh,
    order,
    boxes: new Float32Array(maxNodes * 6),
    links: new Int32Array(maxNodes),
    counts: new Uint8Array(maxNodes),
  }
  const pending: [first: number, end: number, parent: number][] = [[0, count, -1]]
  let node = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [first, end, parent] = next
    if (parent >= 0) bvh.links[parent] = node
    computeNodeBox(bvh, node, first, end)
    if (end - first <= maxLeafTriangles) {
      bvh.links[node] = ~first
      bvh.counts[node] = end - first
    } else {
      const median = (first + end) >> 1
      selectNth(order, centers, longestAxis(centers, order, first, end), first, end - 1, median)
      // The left half is popped next and so directly follows its parent.
      pending.push([median, end, node], [first, median, -1])
    }
    node += 1
  }
  return bvh
}

function centersOf({ positions, indices }: Mesh, count: number): Float32Array {
  const centers = new Float32Array(count * 3)
  for (let triangle = 0; triangle < count; triangle += 1) {
    const at = triangle * 3
    const [a, b, c] = [(indices[at] ?? 0) * 3, (indices[at + 1] ?? 0) * 3, (indices[at + 2] ?? 0) * 3]
    for (let axis = 0; axis < 3; axis += 1) {
      centers[at + axis] = ((positions[a + axis] ?? 0) + (positions[b + axis] ?? 0) + (positions[c + axis] ?? 0)) / 3
    }
  }
  return centers
}

function computeNodeBox({ mesh, order, boxes }: TriangleBvh, node: number, first: number, end: number): void {
  const { positions, indices } = mesh
  const at = node * 6
  for (let axis = 0; axis < 3; axis += 1) {
    boxes[at + axis] = Infinity
    boxes[at + 3 + axis] = -Infinity
  }
  for (let slot = first; slot < end; slot += 1) {
    const corner = (order[slot] ?? 0) * 3
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

function longestAxis(centers: Float32Array, order: Uint32Array, first: number, end: number): number {
  let [longest, side] = [-1, 0]
  for (let axis = 0; axis < 3; axis += 1) {
    let [low, high] = [Infinity, -Infinity]
    for (let slot = first; slot < end; slot += 1) {
      const value = centers[(order[slot] ?? 0) * 3 + axis] ?? 0
      if (value < low) low = value
      if (value > high) high = value
    }
    if (high - low > longest) [longest, side] = [high - low, axis]
  }
  return side
}

/** Moves the k-th smallest key into place, with the smaller ones before it (quickselect by Hoare). */
function selectNth(order: Uint32Array, keys: Float32Array, axis: number, from: number, to: number, k: number): void {
  const keyAt = (slot: number) => keys[(order[slot] ?? 0) * 3 + axis] ?? 0
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
