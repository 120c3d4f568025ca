import { type Document, type Node, type Scene } from '@gltf-transform/core'
import { sanitizeName } from '@veranda/core/assets/sanitize-name.ts'

const maxNameLength = 120

/** Name of the part that collects everything without a name. */
const unnamedPart = 'Unnamed'

/**
 * Assigns a part to every node with a mesh: the name of the node or its mesh, numbered when taken. All unnamed nodes
 * form one part. The same file always gives the same names. Writes the name and `extras.part` to the nodes, so that
 * every rendition carries them. Returns the names in order.
 */
export function nameParts(document: Document): string[] {
  const names: string[] = []
  const taken = new Map<string, number>()
  const scene = document.getRoot().getDefaultScene()
  for (const node of listSceneNodes(scene)) {
    const mesh = node.getMesh()
    if (!mesh) continue
    const ownName = sanitizeName(node.getName() || mesh.getName())
      .trim()
      .slice(0, maxNameLength)
      // The cut may split a surrogate pair.
      .replace(/[\ud800-\udbff]$/, '')
    const name = ownName === '' ? unnamedPart : uniqueName(ownName, taken)
    let part = names.indexOf(name)
    if (part < 0) part = names.push(name) - 1
    node.setName(ownName === '' ? '' : name).setExtras({ part })
  }
  return names
}

function uniqueName(name: string, taken: Map<string, number>): string {
  const count = taken.get(name) ?? 0
  taken.set(name, count + 1)
  if (count === 0 && name !== unnamedPart) return name
  const next = `${name} (${count + 1})`
  taken.set(next, 1)
  return next
}

/** Returns the part index of a node, as `nameParts` wrote it, or undefined. */
export function partIndexOf(node: Node): number | undefined {
  const { part } = node.getExtras()
  return typeof part === 'number' ? part : undefined
}

/** Lists all nodes of a scene, parents before children, without recursion. */
export function listSceneNodes(scene: Scene | null): Node[] {
  const nodes: Node[] = []
  const stack = scene?.listChildren().toReversed() ?? []
  for (let node = stack.pop(); node; node = stack.pop()) {
    nodes.push(node)
    stack.push(...node.listChildren().toReversed())
  }
  return nodes
}
