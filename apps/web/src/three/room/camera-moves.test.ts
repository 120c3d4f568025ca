import { deckFloor, type Floor } from '@veranda/core/rooms/records/floor.ts'
import { Vector3 } from 'three'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadModel } from '../loaders/load-model.ts'
import { type Model } from '../viewer/model.ts'
import { headlessHeadset } from '../xr/testing/headless-headset.ts'
import { type AssetSource } from './room-canvas.ts'
import { entryPlace, fitAsset, returnToFloor, welcomeAsset } from './camera-moves.ts'
import { twoBoxes } from './testing/headless-room.ts'

vi.mock('../loaders/load-model.ts', () => ({ loadModel: vi.fn() }))

let finishLoading: (model: Model) => void
let failLoading: (error: Error) => void

beforeEach(() => {
  const model = new Promise<Model>((resolve, reject) => {
    finishLoading = resolve
    failLoading = reject
  })
  vi.mocked(loadModel).mockReturnValue(model)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

/** Returns a room before its asset is loaded, and its user with or without a headset. */
function emptyRoom() {
  const headset = headlessHeadset()
  const { asset, camera, screen, controls, frame } = headset
  asset.current?.dispose()
  asset.current = undefined
  const engine = {
    ...headset,
    inHeadset: false,
    hasPlace: false,
    takePlace: () => void (engine.hasPlace = true),
    scene: { camera },
    grabLock: { localParticipantSlot: 1 },
    headset: { controls },
    // All that the moves below read of a room engine.
  } as unknown as Parameters<typeof fitAsset>[0] & { inHeadset: boolean; hasPlace: boolean }
  return {
    engine,
    asset,
    screen,
    /** Sets the floor, as the room does. */
    setFloor(floor: Floor) {
      screen.eye.floor = floor
      controls.locomotion.floor = floor
    },
    /** Starts to load an asset, as the room does; it arrives once loading is finished. */
    load: (bounds?: AssetSource['bounds']) => {
      const source = { url: '', parts: [], assetId: 'a', deliverableId: 'd', tolerance: 0, ...(bounds && { bounds }) }
      const signal = new AbortController().signal
      return asset.load(
        source,
        undefined,
        () => undefined,
        signal,
        () => welcomeAsset(engine),
      )
    },
    async enterHeadset() {
      await controls.enter(() => entryPlace(engine))
      engine.inHeadset = true
      frame()
    },
    /** Returns the notices to the user of the headset. */
    headsetNotices: () => headset.recorded.filter(({ name }) => name === 'onHeadsetNotice').flatMap(({ args }) => args),
    /** Returns where the user of the headset is now and looks to, in the room. */
    standing() {
      frame()
      const { x, z } = controls.head
      return { x, z, yaw: controls.yaw }
    },
  }
}

/** Wider by a metre to each side than the two boxes. */
const wideBounds = { min: { x: -1.5, y: 0, z: -1.5 }, max: { x: 1.5, y: 1, z: 1.5 } }

test('in a headset, an asset that arrives moves and turns nobody, and facing it is a press away', async () => {
  const { engine, load, enterHeadset, standing } = emptyRoom()
  const loading = load()
  await enterHeadset()
  const before = standing()
  finishLoading(twoBoxes())
  await loading
  expect(standing()).toEqual(before)
  fitAsset(engine)
  expect(standing()).not.toEqual(before)
})

test('who enters a headset while the asset is on its way stands and looks where its size asks for', async () => {
  const [known, unknown] = [emptyRoom(), emptyRoom()]
  const loading = [known.load(wideBounds), unknown.load()]
  const center = known.asset.center(new Vector3())
  for (const room of [known, unknown]) await room.enterHeadset()
  const [near, far] = [unknown.standing(), known.standing()]
  const distanceOf = ({ x, z }: typeof near) => Math.hypot(x - center.x, z - center.z)
  // Outside the asset that will be there.
  expect(distanceOf(far)).toBeGreaterThan(Math.hypot(1.5, 1.5))
  expect(distanceOf(near)).toBeLessThan(distanceOf(far))
  for (const { x, z, yaw } of [near, far]) expect(yaw).toBeCloseTo(Math.atan2(x - center.x, z - center.z), 6)
  finishLoading(twoBoxes())
  await Promise.all(loading)
  expect([unknown.standing(), known.standing()]).toEqual([near, far])
})

test('on a screen the asset takes the user before it, unless they have moved or looked around', async () => {
  const rooms = [emptyRoom(), emptyRoom()] as const
  const before = rooms[0].screen.eye.position.clone()
  rooms[1].engine.takePlace()
  const loading = rooms.map(({ load }) => load())
  finishLoading(twoBoxes())
  await Promise.all(loading)
  expect(rooms[0].screen.eye.position).not.toEqual(before)
  expect(rooms[1].screen.eye.position).toEqual(before)
})

test('who had a place on the screen has it in the headset', async () => {
  const { engine, screen, enterHeadset, standing } = emptyRoom()
  screen.eye.walk(0.7, 0.3)
  screen.eye.look(1.1, 0)
  engine.takePlace()
  await enterHeadset()
  const { x, z } = screen.eye.position
  expect(standing()).toEqual({ x: expect.closeTo(x, 6), z: expect.closeTo(z, 6), yaw: expect.closeTo(1.1, 6) })
})

test('when the deck is back, a user on a screen is taken there, and one in a headset is shown the way', async () => {
  const [seated, worn] = [emptyRoom(), emptyRoom()]
  for (const { engine, screen, setFloor } of [seated, worn]) {
    setFloor({ left: -30, right: 30, garden: -30, house: 30, isDeck: false })
    screen.eye.walk(-20, 0)
    engine.takePlace()
  }
  await worn.enterHeadset()
  const before = worn.standing()
  expect(before.z).toBeGreaterThan(20)
  for (const { engine, setFloor } of [seated, worn]) {
    returnToFloor(engine)
    setFloor(deckFloor)
    returnToFloor(engine)
  }
  expect(seated.screen.eye.position.z).toBeLessThan(deckFloor.house)
  expect(worn.standing()).toEqual(before)
  expect(worn.headsetNotices()).toEqual(['off-floor'])
  expect(seated.headsetNotices()).toEqual([])
  fitAsset(worn.engine)
  expect(worn.standing().z).toBeLessThan(deckFloor.house)
})

test('the extent that a source says counts until the asset is there, and no longer when that has failed', async () => {
  const { asset, load } = emptyRoom()
  const loading = load(wideBounds)
  expect(asset.extent()).toEqual(wideBounds)
  expect(asset.gizmo()).toBeUndefined()
  failLoading(new Error('unreadable'))
  await expect(loading).rejects.toThrow('unreadable')
  expect(asset.extent()).toBeUndefined()
  vi.mocked(loadModel).mockResolvedValue(twoBoxes())
  await load(wideBounds)
  expect(asset.extent()?.max.x).toBeLessThan(1)
})
