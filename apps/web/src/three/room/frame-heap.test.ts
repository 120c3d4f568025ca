import { type PlacementRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { createPose } from '@veranda/core/rooms/connection/pose.ts'
import { Group, Matrix4, PerspectiveCamera, Vector3 } from 'three'
import { expect, test, vi } from 'vitest'
import { Avatars } from './participants/avatars.ts'
import { HeadsetControls, type HeadsetScene } from '../xr/headset-controls.ts'
import { HeadsetVisuals } from '../xr/headset-visuals.ts'
import { RemoteParticipants } from './participants/remote-participants.ts'
import { poseBatch, comfort } from './testing/frame-run.ts'
import { bytesPerRun } from './testing/heap.ts'
import { headlessRoom } from './testing/headless-room.ts'
import { type AssetSource } from './room-canvas.ts'
import { DisplayedAsset } from './asset/displayed-asset.ts'

// Each case runs some ten thousand times so that all of it is compiled before it is measured.
vi.setConfig({ testTimeout: 60_000 })

/** Every run measures what each frame of a room draws; the matrix also what happens now and then. */
const isMatrixRun = process.env['TEST_SCOPE'] === 'matrix'

/** Bytes: a few boxed numbers and the measurement itself. Parsing one colour name takes ten times as much. */
const maxBytesPerRun = 256
/** The same with one raycast: the BVH library allocates one to two kilobytes. */
const maxBytesWithRaycast = 4096

test('drawing three participants allocates nothing', () => {
  const participants = new RemoteParticipants()
  participants.setLocalParticipantSlot(0)
  participants.setParticipants(
    [1, 2, 3].map((participantSlot) => ({ participantSlot, userId: `${participantSlot}`, device: 'headset' })),
  )
  participants.receiveBatch(poseBatch(createPose(), 10), 10)
  participants.update(20)
  const avatars = new Avatars()
  const { raycaster } = headlessRoom()
  const eye = new Vector3(0, 1.6, 3)
  expect(participants.find(1)?.presence).toBe(1)
  expect(bytesPerRun(() => avatars.update(participants, eye, raycaster, 1_000), maxBytesPerRun)).toBeLessThan(
    maxBytesPerRun,
  )
})

test.runIf(isMatrixRun)(
  'an asset moved by another user allocates nothing, with a measurement on it and raycasters aimed at it',
  () => {
    const { annotations, placedModel, raycaster } = headlessRoom()
    const measurement = {
      assetId: 'asset',
      from: { x: 0, y: 0, z: 0 },
      to: { x: 1, y: 0, z: 0 },
      normal: { x: 0, y: 1, z: 0 },
    }
    const records = new Map([['measure:one', measurement]])
    // All that measurements read of a source.
    const source = { assetId: 'asset', tolerance: 0.001 } as AssetSource
    const asset = new DisplayedAsset([raycaster], () => annotations.update(records, placedModel, source))
    asset.current = placedModel
    const placements: PlacementRecord[] = [0, 1].map((x) => ({ position: [x, 0, -1], yaw: x, size: { kind: 'true' } }))
    const bytes = bytesPerRun((index) => {
      const placement = index % 25 === 0 ? placements[(index / 25) % 2] : undefined
      if (placement) asset.glideTo(placement)
      asset.updateGlide(0.0139)
    }, maxBytesPerRun)
    expect(annotations.measurements[0]?.midpoint.x).toBeGreaterThan(0.4)
    expect(bytes).toBeLessThan(maxBytesPerRun)
  },
)

test.runIf(isMatrixRun)('reading the value of a dragged asset allocates nothing', () => {
  const { tools } = headlessRoom()
  tools.tool = 'place'
  // Towards the near edge of the seat.
  const direction = new Vector3(0.2, 0.5, -0.12).sub({ x: 0.2, y: 1.6, z: 2.4 }).normalize()
  const ray = { ox: 0.2, oy: 1.6, oz: 2.4, dx: direction.x, dy: direction.y, dz: direction.z }
  tools.pointAt(ray, 30)
  tools.press(ray)
  expect(tools.busy).toBe(true)
  expect(bytesPerRun(() => void tools.currentValue(), maxBytesPerRun)).toBeLessThan(maxBytesPerRun)
})

test('headset hands that point and show teleport arcs allocate little more than the raycast', async () => {
  const { tools, events } = headlessRoom()
  const gripPose = { transform: { matrix: new Matrix4().setPosition(0.2, 1.3, 0.3).elements } }
  const target = new Group()
  target.position.set(0.2, 1.3, 0.3)
  target.lookAt(0, 2.4, 1.4)
  target.updateMatrix()
  const targetPose = { transform: { matrix: target.matrix.elements } }
  const [targetRaySpace, gripSpace] = [{}, {}]
  const frame = { getPose: (space: object) => (space === gripSpace ? gripPose : targetPose) }
  const referenceSpace = new EventTarget()
  const session = Object.assign(new EventTarget(), { requestReferenceSpace: () => Promise.resolve(referenceSpace) })
  const requestSession = () => Promise.resolve(session)
  Object.defineProperty(navigator, 'xr', { configurable: true, value: { requestSession } })
  const headset = new HeadsetControls({
    // All that the headset controls read of a scene, without session and renderer.
    scene: {
      renderer: {
        xr: {
          updateCamera: () => undefined,
          setReferenceSpaceType: () => undefined,
          setSession: () => Promise.resolve(),
          setFoveation: () => undefined,
          getFrame: () => frame,
          getReferenceSpace: () => referenceSpace,
        },
      },
      camera: new PerspectiveCamera(),
      xrOrigin: new Group(),
      headsetVisuals: new HeadsetVisuals(),
      panels: {
        pointAt: () => false,
        fadeToasts: () => undefined,
        setVisible: () => undefined,
        centerOn: () => undefined,
        hitDistance: Infinity,
      },
    } as unknown as HeadsetScene,
    tools,
    events,
    comfort: () => comfort,
    reducedMotion: () => false,
    onMoved: () => undefined,
    onEnded: () => undefined,
  })
  await headset.enter(() => ({ x: 0, z: 0, yaw: 0 }))
  headset.dispose()
  const axes = [0, 0, 0, 0]
  const added = (['left', 'right'] as const).map((handedness) => {
    const gamepad = { axes, buttons: [] }
    return { handedness, targetRayMode: 'tracked-pointer', gamepad, targetRaySpace, gripSpace }
  })
  session.dispatchEvent(Object.assign(new Event('inputsourceschange'), { added, removed: [] }))
  const pose = createPose()
  const bytes = bytesPerRun((index) => {
    axes[3] = index % 50 < 20 ? -1 : 0
    headset.update(0.0139, pose)
  }, maxBytesWithRaycast)
  expect(pose.right.py).toBeCloseTo(1.3, 6)
  expect(bytes).toBeLessThan(maxBytesWithRaycast)
})
