import { BoxGeometry, BufferAttribute, Group, Mesh, MeshStandardMaterial, PerspectiveCamera } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { MeshBVH } from 'three-mesh-bvh'
import { Model } from '../model.ts'
import { FlatControl } from './flat-control.ts'
import { GizmoView } from './gizmo-view.ts'
import { hitOf } from './hits.ts'
import { LiveLabel } from './live-label.ts'
import { Marks } from './marks.ts'
import { RayCast } from './ray-cast.ts'
import { Tools } from './tools.ts'
import { type RoomStageTold } from './types.ts'
import { WorkHolder } from './work-holder.ts'
import { WorkOnStage } from './work-on-stage.ts'

/** Two boxes: a seat half a metre up, a metre wide, and a lamp of 20 cm at its right, both as parts of a model. */
export function twoBoxes(): Model {
  const root = new Group()
  const part = (name: string, size: readonly [number, number, number], at: readonly [number, number, number]) => {
    const mesh = new Mesh(new BoxGeometry(...size), new MeshStandardMaterial())
    mesh.position.set(...at)
    mesh.geometry.boundsTree = new MeshBVH(mesh.geometry, { indirect: true })
    root.add(mesh)
    return { name, node: mesh, meshes: [mesh] }
  }
  return new Model(root, [part('Seat', [1, 0.1, 1], [0, 0.5, 0]), part('Lamp', [0.2, 0.2, 0.2], [0.4, 0.65, 0])])
}

/** The same two boxes drawn as one, as works for headsets are; each vertex says its part. */
export function twoBoxesAsOne(): Model {
  const seat = new BoxGeometry(1, 0.1, 1).translate(0, 0.5, 0)
  const lamp = new BoxGeometry(0.2, 0.2, 0.2).translate(0.4, 0.65, 0)
  for (const [number, geometry] of [seat, lamp].entries()) {
    const { count } = geometry.getAttribute('position')
    geometry.setAttribute('_part', new BufferAttribute(new Uint16Array(count).fill(number), 1))
  }
  const geometry = mergeGeometries([seat, lamp]).scale(4, 4, 4)
  const mesh = new Mesh(geometry, new MeshStandardMaterial())
  // What a derivative packs away it unpacks by its node.
  mesh.scale.setScalar(0.25)
  geometry.boundsTree = new MeshBVH(geometry, { indirect: true })
  const root = new Group().add(mesh)
  return new Model(root, [{ name: '', node: mesh, meshes: [mesh] }])
}

/** What was told, in the order it was. */
export type Heard = { readonly name: keyof RoomStageTold; readonly with: readonly unknown[] }[]

/** The stage without anything that draws: a work, tools and an eye. */
export function roomWithoutPictures(model: Model = twoBoxes(), partNames: readonly string[] = []) {
  const heard: Heard = []
  const names = [
    'pin',
    'openPin',
    'pressed',
    'place',
    'hold',
    'letGo',
    'stroke',
    'measure',
    'pointedAt',
    'action',
    'menu',
    'formerPressed',
  ] as const
  const rest = ['pose', 'headset', 'progress', 'compared', 'unfollowed', 'lost', 'restored'] as const
  const told = Object.fromEntries(
    [...names, ...rest].map((name) => [name, (...given: unknown[]) => void heard.push({ name, with: given })]),
    // Every name of the type is in one of the two lists.
  ) as unknown as RoomStageTold
  const cast = new RayCast()
  const work = new WorkOnStage([cast], () => undefined)
  const holder = new WorkHolder(model, partNames)
  work.now = holder
  work.group.add(holder.group)
  work.refresh()
  const marks = new Marks()
  const camera = new PerspectiveCamera(58, 1.6, 0.03, 400)
  const host = document.createElement('div')
  let now = 0
  const tools: Tools = new Tools({
    work,
    cast,
    marks,
    told,
    pinAt: () => undefined,
    noteAt: () => undefined,
    hit: () => hitOf(work, cast, flat.eye.at),
    taken: () => false,
    now: () => (now += 100),
  })
  const flat: FlatControl = new FlatControl({
    camera,
    tools,
    cast,
    work,
    host,
    moved: () => undefined,
    stir: () => undefined,
  })
  return { heard, told, cast, work, holder, marks, camera, tools, flat, gizmo: new GizmoView(), label: new LiveLabel() }
}
