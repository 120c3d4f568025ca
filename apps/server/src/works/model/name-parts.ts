import { type Document, type Node, type Scene } from '@gltf-transform/core'
import { cleanName } from '@veranda/core/works/clean-name.ts'

const longest = 120

/** The part that stands for everything without a name. */
const nameless = 'Unnamed'

/**
 * Gives every node that shows a mesh its part: its own name, or its mesh's, told apart by a number where two are the
 * same; all nodes without a name are one part. The same file gives the same names. They are written on the nodes, with
 * the part's number as `extras.part`, so that every derivative carries them. Answers the names in their order.
 */
export function nameParts(document: Document): string[] {
  const names: string[] = []
  const taken = new Map<string, number>()
  const scene = document.getRoot().getDefaultScene()
  for (const node of nodesOf(scene)) {
    const mesh = node.getMesh()
    if (!mesh) continue
    const own = cleanName(node.getName() || mesh.getName())
      .trim()
      .slice(0, longest)
      // The cut may go through a pair.
      .replace(/[\ud800-\udbff]$/, '')
    const name = own === '' ? nameless : unique(own, taken)
    let part = names.indexOf(name)
    if (part < 0) part = names.push(name) - 1
    node.setName(own === '' ? '' : name).setExtras({ part })
  }
  return names
}

function unique(name: string, taken: Map<string, number>): string {
  const before = taken.get(name) ?? 0
  taken.set(name, before + 1)
  if (before === 0 && name !== nameless) return name
  const next = `${name} (${before + 1})`
  taken.set(next, 1)
  return next
}

/** The part of a node, as `nameParts` wrote it; undefined where there is none. */
export function partOf(node: Node): number | undefined {
  const { part } = node.getExtras()
  return typeof part === 'number' ? part : undefined
}

/** All nodes of a scene, parents before children, without recursion. */
export function nodesOf(scene: Scene | null): Node[] {
  const all: Node[] = []
  const waiting = scene?.listChildren().toReversed() ?? []
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    all.push(node)
    waiting.push(...node.listChildren().toReversed())
  }
  return all
}
