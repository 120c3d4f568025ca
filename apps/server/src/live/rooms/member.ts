import { type Device, mostInRoom, type RoomMember, type RoomTell } from '@veranda/contract/rooms/wire.ts'
import { mostPoseBytes } from '@veranda/core/rooms/pose.ts'
import { type WebSocket } from 'ws'
import { type Actor } from '../../access/actor.ts'
import { Budget } from '../budget.ts'
import { type Standing } from './door.ts'

const poses = { most: 60, perSecond: 40 }
/** Whoever comes into a full room says to each of the others an answer and some ten places to be reached at, at once. */
const words = { most: 12 * mostInRoom, perSecond: 60 }
/** What goes unheard beyond the budgets before the line is cut, counted down again as time passes. */
const patience = { most: 200, perSecond: 10 }
/** What each `Wrong` costs of it: who repeats what all others are told of has to stop soonest. */
const costs = { flood: 1, malformed: 1, pestering: 5 }
/** What a hand does at most that all others hear of. */
const mutes = { most: 10, perSecond: 2 }
const hands = { most: 20, perSecond: 5 }
const orders = { most: 20, perSecond: 2 }
/** In characters: agreeing on a voice takes up to eight thousand with each of the others, once. */
const signals = { most: 8_192 * mostInRoom, perSecond: 16_384 }
/** The same towards one of them, who may have to agree anew a few times. */
const signalsToOne = { most: 49_152, perSecond: 4_096 }
/** Bytes that may wait on a line: poses are left out above, and what must be heard ends the line. */
const waiting = { poses: 16_384, words: 1_048_576 }

/** A device sends twice a second at least; one that was not heard of for so long is cut off, in milliseconds. */
const silence = 12_000
/** A device whose line broke keeps its slot for so long, in milliseconds. */
export const keepsSlot = 8_000

/** One device inside a room, with its line while it has one. */
export class Member {
  readonly slot: number
  /** Counts those who came into the room. */
  readonly turn: number
  readonly actor: Actor
  readonly device: Device
  /** By which the same device takes its slot again after its line broke. */
  readonly resume: string
  readonly voice: boolean
  standing: Standing
  muted: boolean
  line: WebSocket | undefined
  /** When the line broke, by the process's own clock; 0 while it stands. */
  lostAt = 0
  heardAt: number
  /** The newest frame, as it came. */
  readonly frame = new Uint8Array(mostPoseBytes)
  frameLength = 0
  /** There is a frame that the others have not had. */
  fresh = false
  readonly poses = new Budget(poses.most, poses.perSecond)
  readonly words = new Budget(words.most, words.perSecond)
  readonly mutes = new Budget(mutes.most, mutes.perSecond)
  readonly hands = new Budget(hands.most, hands.perSecond)
  readonly orders = new Budget(orders.most, orders.perSecond)
  readonly #signals = new Budget(signals.most, signals.perSecond)
  readonly #signalsTo = new Map<number, Budget>()
  /** Muted or not has changed since the others were told. */
  late = false
  readonly #patience = new Budget(patience.most, patience.perSecond)

  constructor(of: {
    slot: number
    turn: number
    actor: Actor
    device: Device
    resume: string
    voice: boolean
    muted: boolean
    standing: Standing
    line: WebSocket
  }) {
    this.slot = of.slot
    this.turn = of.turn
    this.actor = of.actor
    this.device = of.device
    this.resume = of.resume
    this.voice = of.voice
    this.muted = of.muted
    this.standing = of.standing
    this.line = of.line
    this.heardAt = performance.now()
  }

  show(silenced: boolean): RoomMember {
    const { slot, actor, device, voice, muted, standing } = this
    const { name, avatar, role } = standing
    return { slot, personId: actor.id, label: name, avatar, role, device, muted, silenced, voice }
  }

  /** Counts what was too much or no sense; false once it is more than a broken client would send. */
  bear(wrong: keyof typeof costs): boolean {
    return this.#patience.take(Date.now(), costs[wrong])
  }

  /** Counts what is passed on to one slot, in characters; false for more than voices need, with it or with all. */
  maySignal(to: number, characters: number): boolean {
    const now = Date.now()
    const budget = this.#signalsTo.get(to) ?? new Budget(signalsToOne.most, signalsToOne.perSecond)
    this.#signalsTo.set(to, budget)
    return budget.take(now, characters) && this.#signals.take(now, characters)
  }

  /** What becomes of it at a moment of the process's own clock. */
  fateAt(now: number): 'stays' | 'silent' | 'gone' {
    if (this.line) return now - this.heardAt > silence ? 'silent' : 'stays'
    return now - this.lostAt > keepsSlot ? 'gone' : 'stays'
  }

  tell(what: RoomTell): void {
    this.tellText(JSON.stringify(what))
  }

  tellText(text: string): void {
    const { line } = this
    if (!line || line.readyState !== line.OPEN) return
    if (line.bufferedAmount > waiting.words) line.terminate()
    else line.send(text)
  }

  /** Volatile: whoever is slow gets the next ones. */
  tellPoses(batch: Uint8Array): void {
    const { line } = this
    if (line && line.readyState === line.OPEN && line.bufferedAmount < waiting.poses) line.send(batch)
  }
}
