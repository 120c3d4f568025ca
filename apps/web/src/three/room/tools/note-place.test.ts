import { type NoteRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { Vector3 } from 'three'
import { beforeAll, expect, test } from 'vitest'
import { type ThemeTokens } from '../../ui/theme-tokens.ts'
import { PlacedModel } from '../asset/placed-model.ts'
import { type RoomFormats } from '../room-canvas.ts'
import { RoomLabels } from '../room-labels.ts'
import { headlessRoom, sampleSource, twoBoxes } from '../testing/headless-room.ts'
import { notePlaceAt } from './note-place.ts'

// Labels are laid out without one.
beforeAll(() => void (HTMLCanvasElement.prototype.getContext = () => null))

const eye = new Vector3(0.4, 1.2, 2)
const formats: RoomFormats = { length: String, measurement: String, angle: String, scale: () => undefined }

/** Returns a room with labels, and what a note there can be asked. */
function roomWithNotes() {
  const room = headlessRoom()
  const labels = new RoomLabels({ font: 'sans-serif', theme: 'daylight' } as unknown as ThemeTokens, formats, 'ltr')
  const surroundings = {
    ...room,
    eye,
    // Depends on its object, as the engine's does.
    eyePosition(into: Vector3) {
      return into.copy(this.eye)
    },
  }
  /** Returns where a note is met in the room; undefined where it is not shown. */
  const isAt = (note: NoteRecord, point: Vector3) => {
    labels.setNotes([['note:a', note]])
    labels.updateNotePlaces(room.asset)
    const from = point.clone().addScaledVector(new Vector3(0, 0, 1), 3)
    return labels.noteAt({ ox: from.x, oy: from.y, oz: from.z, dx: 0, dy: 0, dz: -1 }) === 'note:a'
  }
  return { ...room, isAt, place: (part: string | null) => notePlaceAt(surroundings, [1, 1.3, -0.6], part) }
}

test('a note on a part stays in front of it when the model is moved and exploded', () => {
  const { asset, placedModel, isAt, place } = roomWithNotes()
  const on = place('Lamp')
  if (!on) throw new Error('there is a model')
  expect(on.on).toEqual({ ...sampleSource, part: 'Lamp' })
  const note = { text: 'Too low', ...on }
  const [x, y, z] = on.position
  expect(new Vector3(x, y, z).distanceTo(new Vector3(0.4, 0.65, 0.1))).toBeLessThan(0.25)
  const inRoom = () => placedModel.toRoom({ x, y, z }, 'Lamp', new Vector3())
  const before = inRoom()
  expect(isAt(note, before)).toBe(true)
  asset.setPlacement({ ...asset.placement, position: [-2, 0.5, 1] })
  asset.applyTools({ ...asset.tools, explode: 1 }, 'none', false)
  expect(inRoom().distanceTo(before)).toBeGreaterThan(1)
  expect(isAt(note, inRoom())).toBe(true)
  expect(isAt(note, before)).toBe(false)
})

test('a note of the whole model keeps its place beside it, and is shown with its version only', () => {
  const { asset, isAt, place } = roomWithNotes()
  const note = { text: 'The oak is warmer here', ...place(null) } as NoteRecord
  expect(note.on).toEqual({ ...sampleSource, part: null })
  expect(isAt(note, new Vector3(1, 1.3, -0.6))).toBe(true)
  asset.setPlacement({ ...asset.placement, position: [1, 0, -0.6] })
  expect(isAt(note, new Vector3(2, 1.3, -0.6))).toBe(true)
  asset.current = new PlacedModel(twoBoxes(), [], { ...sampleSource, deliverableId: 'next' })
  asset.refresh()
  expect(isAt(note, new Vector3(2, 1.3, -0.6))).toBe(false)
  // One that was written before belongs to the room.
  expect(isAt({ text: 'Hello', position: [0, 1, 0], yaw: 0 }, new Vector3(0, 1, 0))).toBe(true)
})
