import { type RecordValue } from '@veranda/contract/rooms/records.ts'
import { type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { type Ray } from '@veranda/core/rooms/gizmo.ts'
import { Matrix4, Quaternion, Vector3 } from 'three'
import { colorOf, tooClose } from './avatars.ts'
import { type Length } from './lengths.ts'
import { type Look } from './look.ts'
import { type People, type Somebody } from './people.ts'
import { lengthSign, nameSign, noteSign, perMetre, pinSign } from './sign-shapes.ts'
import { type Sign, Signs } from './signs.ts'
import { type RoomPin, type RoomWords } from './types.ts'
import { type WorkHolder } from './work-holder.ts'

const most = 300
/** How high a window is, in points, in which it is as large as to an eye in the room, and how far it grows in others. */
const legibleAt = 520
const mostMagnified = 2.4
const at = new Vector3()
const size = new Vector3()
const turn = new Quaternion()
const matrix = new Matrix4()
const up = new Vector3(0, 1, 0)
const towards = new Vector3()

type Note = { readonly key: string; readonly sign: Sign; readonly record: RecordValue['note'] }
type Pin = { readonly pin: RoomPin; readonly sign: Sign; readonly at: Vector3 }

/** Everything that is written in the room: names over heads, numbers of pins, lengths, notes. One draw. */
export class Written {
  readonly signs = new Signs(most)
  pins: readonly Pin[] = []
  /** How many points high the window is. */
  windowHigh = legibleAt
  /** By how much all of it is larger than to an eye in the room: a small window shows few points of it. */
  #magnified = 1
  #names = new Map<number, Sign>()
  #lengths: readonly { readonly length: Length; readonly sign: Sign }[] = []
  #notes: readonly Note[] = []
  #members: readonly RoomMember[] = []
  #rawPins: readonly RoomPin[] = []
  #rawNotes: readonly (readonly [string, RecordValue['note']])[] = []
  #rawLengths: readonly Length[] = []
  #look: Look
  readonly #words: RoomWords
  readonly #direction: 'ltr' | 'rtl'

  constructor(look: Look, words: RoomWords, direction: 'ltr' | 'rtl') {
    this.#look = look
    this.#words = words
    this.#direction = direction
  }

  setLook(look: Look): void {
    this.#look = look
    this.#renew()
  }

  /** The letters of the page have come: what was written with others is written again. */
  rewrite(): void {
    this.signs.forget()
    this.#renew()
  }

  setMembers(members: readonly RoomMember[]): void {
    this.#members = members
    this.#renew()
  }

  setPins(pins: readonly RoomPin[]): void {
    this.#rawPins = pins
    this.#renew()
  }

  setNotes(notes: readonly (readonly [string, RecordValue['note']])[]): void {
    this.#rawNotes = notes
    this.#renew()
  }

  /** Numbers stand where their lengths say; while the work is moved the list is the same, and nothing is written anew. */
  setLengths(lengths: readonly Length[]): void {
    if (lengths === this.#rawLengths) return
    this.#rawLengths = lengths
    this.#renew()
  }

  /** Puts the pins where their parts are now. */
  standPins(holder: WorkHolder | undefined): void {
    for (const { pin, at } of this.pins) holder?.toRoom(pin.position, pin.part, at)
  }

  /** Turns everything to the eye, and larger the further away it is, so that it stays legible. */
  step(people: People, eye: Vector3, pins: boolean, inside: boolean): void {
    this.#magnified = inside ? 1 : Math.min(Math.max(legibleAt / this.windowHigh, 1), mostMagnified)
    this.signs.begin()
    for (const one of people.list) if (one.presence > 0) this.#name(one, eye)
    if (pins) {
      for (const { sign, at: place } of this.pins) this.#face(sign, at.copy(place), eye, perMetre.pin, 0.55, 1.2)
    }
    for (const { sign, length } of this.#lengths) this.#face(sign, at.copy(length.at), eye, perMetre.length, 0.7, 1)
    for (const { sign, record } of this.#notes) {
      at.fromArray(record.position)
      turn.setFromAxisAngle(up, record.yaw)
      size.set(sign.width / perMetre.note, sign.height / perMetre.note, 1)
      this.signs.show(sign.key, matrix.compose(at, turn, size))
    }
    this.signs.end()
  }

  pinAt(ray: Ray): { id: string; far: number } | undefined {
    let best: { id: string; far: number } | undefined
    for (const { pin, at: place } of this.pins) {
      const along = (place.x - ray.ox) * ray.dx + (place.y - ray.oy) * ray.dy + (place.z - ray.oz) * ray.dz
      if (along <= 0 || (best && along >= best.far)) continue
      const off = Math.hypot(
        place.x - ray.ox - ray.dx * along,
        place.y - ray.oy - ray.dy * along,
        place.z - ray.oz - ray.dz * along,
      )
      if (off < radiusAt(along) * this.#magnified) best = { id: pin.id, far: along }
    }
    return best
  }

  /** The note that a line meets. */
  noteAt(ray: Ray): string | undefined {
    for (const { key, record, sign } of this.#notes) {
      const [x, y, z] = record.position
      const [nx, nz] = [Math.sin(record.yaw), Math.cos(record.yaw)]
      const facing = ray.dx * nx + ray.dz * nz
      const far = ((x - ray.ox) * nx + (z - ray.oz) * nz) / facing
      if (!(far > 0)) continue
      const across = (ray.ox + ray.dx * far - x) * nz - (ray.oz + ray.dz * far - z) * nx
      const above = ray.oy + ray.dy * far - y
      if (Math.abs(across) < sign.width / perMetre.note / 2 && Math.abs(above) < sign.height / perMetre.note / 2)
        return key
    }
    return undefined
  }

  dispose(): void {
    this.signs.dispose()
  }

  #name(one: Somebody, eye: Vector3): void {
    const sign = this.#names.get(one.slot)
    const { head } = one.pose
    if (!sign || eye.distanceToSquared(at.set(head.px, head.py, head.pz)) < tooClose) return
    this.#face(sign, at.setY(head.py + 0.24), eye, perMetre.name, 0.5, 0)
  }

  /**
   * `grows` is the distance in metres, times which it has its own size; nearer it becomes smaller only down to half. It
   * stands `closer` to the eye by so many of its heights, so that what it lies on does not cut it.
   */
  #face(sign: Sign, place: Vector3, eye: Vector3, pixels: number, grows: number, closer: number): void {
    const far = place.distanceTo(eye)
    const by = (this.#magnified * Math.max(0.5, far * grows)) / pixels
    towards.subVectors(eye, place).normalize()
    place.addScaledVector(towards, Math.min(closer * sign.height * by, far / 3))
    matrix.lookAt(eye, place, up)
    turn.setFromRotationMatrix(matrix)
    this.signs.show(sign.key, matrix.compose(place, turn, size.set(sign.width * by, sign.height * by, 1)))
  }

  #renew(): void {
    const look = this.#look
    this.#names = new Map(
      this.#members.map(({ slot, label, muted, silenced }) => [
        slot,
        nameSign(look, label, colorOf(slot), this.#direction, muted || silenced),
      ]),
    )
    const former = new Map(this.pins.map(({ pin, at }) => [pin.id, at]))
    this.pins = this.#rawPins.map((pin) => ({
      pin,
      sign: pinSign(look, pin),
      at: former.get(pin.id) ?? new Vector3(0, -9, 0),
    }))
    this.#lengths = this.#rawLengths.map((length) => ({
      length,
      sign: lengthSign(look, this.#words.exact(length.metres, length.exactTo)),
    }))
    this.#notes = this.#rawNotes.map(([key, record]) => ({
      key,
      record,
      sign: noteSign(look, record.text, this.#direction),
    }))
    this.signs.write([
      ...this.#names.values(),
      ...this.pins.map(({ sign }) => sign),
      ...this.#lengths.map(({ sign }) => sign),
      ...this.#notes.map(({ sign }) => sign),
    ])
  }
}

/** How wide a pin is to point at, in metres. */
function radiusAt(far: number): number {
  return (Math.max(0.5, far * 0.55) / perMetre.pin) * 40
}
