import { BoxGeometry, BufferAttribute, Group, Mesh, MeshStandardMaterial, PerspectiveCamera } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { MeshBVH } from 'three-mesh-bvh'
import { Model } from '../../viewer/model.ts'
import { ScreenControls } from '../screen/screen-controls.ts'
import { GizmoView } from '../tools/gizmo-view.ts'
import { toRoomHit } from '../asset/hit-test.ts'
import { DynamicLabel } from '../../ui/dynamic-label.ts'
import { Annotations } from '../tools/annotations.ts'
import { AssetRaycaster } from '../asset/asset-raycaster.ts'
import { PointerTools } from '../tools/pointer-tools.ts'
import { type RoomCanvasEvents } from '../room-canvas.ts'
import { PlacedModel } from '../asset/placed-model.ts'
import { DisplayedAsset } from '../asset/displayed-asset.ts'

/** Returns a model with two parts: a seat 0.5 m up and 1 m wide, and a lamp of 20 cm on its right. */
export function twoBoxes(): Model {
  const root = new Group()
  const part = (name: string, size: readonly [number, number, number], position: readonly [number, number, number]) => {
    const mesh = new Mesh(new BoxGeometry(...size), new MeshStandardMaterial())
    mesh.position.set(...position)
    mesh.geometry.boundsTree = new MeshBVH(mesh.geometry, { indirect: true })
    root.add(mesh)
    return { name, node: mesh, meshes: [mesh] }
  }
  return new Model(root, [part('Seat', [1, 0.1, 1], [0, 0.5, 0]), part('Lamp', [0.2, 0.2, 0.2], [0.4, 0.65, 0])])
}

/**
 * Returns the same two boxes merged into one mesh, as in headset models; each vertex carries its part index. Variants are
 * named by the colour that they give to it.
 */
export function twoMergedBoxes(variantColors: Readonly<Record<string, string>> = {}): Model {
  const seat = new BoxGeometry(1, 0.1, 1).translate(0, 0.5, 0)
  const lamp = new BoxGeometry(0.2, 0.2, 0.2).translate(0.4, 0.65, 0)
  for (const [number, geometry] of [seat, lamp].entries()) {
    const { count } = geometry.getAttribute('position')
    geometry.setAttribute('_part', new BufferAttribute(new Uint16Array(count).fill(number), 1))
  }
  const geometry = mergeGeometries([seat, lamp]).scale(4, 4, 4)
  const mesh = new Mesh(geometry, new MeshStandardMaterial())
  // The node scale undoes the packing of the positions.
  mesh.scale.setScalar(0.25)
  geometry.boundsTree = new MeshBVH(geometry, { indirect: true })
  const root = new Group().add(mesh)
  const variants = Object.entries(variantColors).map(([name, color]) => ({
    name,
    materials: new Map([[mesh, new MeshStandardMaterial({ color })]]),
  }))
  return new Model(root, [{ name: '', node: mesh, meshes: [mesh] }], [], variants)
}

/** The version and asset that annotations belong to. */
export const sampleSource = { deliverableId: 'version', assetId: 'asset' } as const

/** The recorded events, in order. */
export type RecordedEvents = { readonly name: keyof RoomCanvasEvents; readonly args: readonly unknown[] }[]

/** Returns a room without rendering: an asset, tools and a camera. */
export function headlessRoom(model: Model = twoBoxes(), partNames: readonly string[] = []) {
  const recorded: RecordedEvents = []
  const names = [
    'onPinPlaced',
    'onPinPressed',
    'onRecordPressed',
    'onPlacementChange',
    'onGrab',
    'onGrabCancelled',
    'onStroke',
    'onStrokeProgress',
    'onStrokeCancelled',
    'onMeasure',
    'onPartHover',
    'onPanelAction',
    'onPanelHold',
    'onMenuOpen',
    'onMenuReach',
    'onHeadsetNotice',
    'onPreviousVersionPressed',
  ] as const
  const rest = [
    'onPoseFrame',
    'onHeadsetState',
    'onLoadProgress',
    'onCompared',
    'onUnfollow',
    'onContextLost',
    'onContextRestored',
  ] as const
  const events = Object.fromEntries(
    [...names, ...rest].map((name) => [name, (...args: unknown[]) => void recorded.push({ name, args })]),
    // Every event name is in one of the two lists.
  ) as unknown as RoomCanvasEvents
  const raycaster = new AssetRaycaster()
  const asset = new DisplayedAsset([raycaster], () => undefined)
  const placedModel = new PlacedModel(model, partNames, sampleSource)
  asset.current = placedModel
  asset.group.add(placedModel.group)
  asset.refresh()
  const annotations = new Annotations()
  const camera = new PerspectiveCamera(58, 1.6, 0.03, 400)
  const host = document.createElement('div')
  let now = 0
  const tools: PointerTools = new PointerTools({
    asset,
    raycaster,
    annotations,
    events,
    pinAt: () => undefined,
    noteAt: () => undefined,
    hitTest: () => toRoomHit(asset, raycaster, screen.eye.position),
    grabbedByOther: () => false,
    now: () => (now += 100),
  })
  const screen: ScreenControls = new ScreenControls({
    camera,
    tools,
    raycaster,
    asset,
    host,
    onMoved: () => undefined,
    requestRender: () => undefined,
  })
  return {
    recorded,
    events,
    raycaster,
    asset,
    placedModel,
    annotations,
    camera,
    tools,
    screen,
    gizmo: new GizmoView(),
    label: new DynamicLabel(),
  }
}
