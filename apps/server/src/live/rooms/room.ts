import { mostInRoom, type RoomTell } from '@veranda/contract/rooms/wire.ts'
import { BatchWriter } from '@veranda/core/rooms/batch.ts'
import { press } from '@veranda/core/rooms/pose.ts'
import { Budget } from '../budget.ts'
import { keepsSlot, type Member } from './member.ts'

/** So many people or fewer hear each other at once; more are told together, once a tick. */
const atOnce = 3
/** How often one person may come in, with all devices: each time is told to all. */
const entries = { most: 20, perSecond: 0.5 }

/** What a host did to somebody's voice. */
type Silence = { personId: string; byId: string; silenced: boolean }

/** The people inside one room, and what they tell each other. Lives on one node, in its memory alone. */
export class Room {
  readonly id: string
  readonly #members: (Member | undefined)[] = []
  readonly #silenced = new Map<string, boolean>()
  readonly #keep: (silence: Silence) => void
  /** Until then whoever was inside when another node lost the room is waited for, by the process's own clock. */
  #settlesAt: number | undefined = performance.now() + keepsSlot
  readonly #holds = new Map<string, number>()
  readonly #batch = new BatchWriter(mostInRoom)
  #count = 0
  #fresh = false
  #next = 0
  #turn = 0
  readonly #entries = new Map<string, Budget>()

  /** `keep` writes down whom a host silences. */
  constructor(id: string, keep: (silence: Silence) => void) {
    this.id = id
    this.#keep = keep
  }

  get members(): Member[] {
    return this.#members.filter((member) => member !== undefined)
  }

  get size(): number {
    return this.#count
  }

  at(slot: number): Member | undefined {
    return this.#members[slot]
  }

  /** A slot that was not used last, so that nobody is taken for who was there before; undefined when all are taken. */
  freeSlot(): number | undefined {
    for (let turn = 0; turn < mostInRoom; turn += 1) {
      const slot = (this.#next + turn) % mostInRoom
      if (this.#members[slot]) continue
      this.#next = slot + 1
      return slot
    }
    return undefined
  }

  /** Counts who comes in; false for who comes and goes all the time. */
  mayEnter(personId: string): boolean {
    const budget = this.#entries.get(personId) ?? new Budget(entries.most, entries.perSecond)
    this.#entries.set(personId, budget)
    return budget.take()
  }

  nextTurn(): number {
    this.#turn += 1
    return this.#turn
  }

  add(member: Member): void {
    this.tellOthers(undefined, { name: 'came', member: this.show(member) })
    this.#members[member.slot] = member
    this.#count += 1
  }

  /** Takes a device out for good; what it held is free. */
  remove(member: Member, dropped: boolean): void {
    if (this.#members[member.slot] !== member) return
    this.#members[member.slot] = undefined
    this.#count -= 1
    this.letGoAll(member)
    this.tellOthers(undefined, { name: 'left', slot: member.slot, dropped })
  }

  show(member: Member) {
    return member.show(this.isSilenced(member.actor.id))
  }

  has(personId: string): boolean {
    return this.members.some(({ actor }) => actor.id === personId)
  }

  tellOthers(from: Member | undefined, what: RoomTell): void {
    const text = JSON.stringify(what)
    for (const member of this.#members) if (member && member !== from) member.tellText(text)
  }

  changed(member: Member): void {
    this.tellOthers(undefined, { name: 'changed', member: this.show(member) })
  }

  /** It counts at once; the others are told at once too, or with the next `tellLate` when it was told often. */
  mute(member: Member, muted: boolean): boolean {
    member.muted = muted
    member.late = !member.mutes.take()
    if (!member.late) this.changed(member)
    return !member.late
  }

  /** Tells who is muted now of those who changed it too often to be told each time. */
  tellLate(): void {
    for (const member of this.#members) {
      if (!member?.late) continue
      member.late = false
      this.changed(member)
    }
  }

  /**
   * A host silences a person on all their devices, or lets them speak again. It counts at once and is kept soon after.
   * Answers whether there is such a person.
   */
  silence(personId: string, byId: string, silenced: boolean): boolean {
    const was = this.#silenced.get(personId)
    if (was === undefined) return false
    if (was === silenced) return true
    this.#silenced.set(personId, silenced)
    this.#keep({ personId, byId, silenced })
    for (const member of this.members) if (member.actor.id === personId) this.changed(member)
    return true
  }

  /** What was kept of somebody counts when they come in first; later the room knows it better. */
  knows(personId: string, silenced: boolean): void {
    if (!this.#silenced.has(personId)) this.#silenced.set(personId, silenced)
  }

  isSilenced(personId: string): boolean {
    return this.#silenced.get(personId) === true
  }

  /** Once: the time has come when who was not seen since the room was taken over is not awaited any more. */
  settles(now: number): boolean {
    if (this.#settlesAt === undefined || now <= this.#settlesAt) return false
    this.#settlesAt = undefined
    return true
  }

  get isSettled(): boolean {
    return this.#settlesAt === undefined
  }

  /** Puts a hand on a record; false when another's is on it. */
  hold(key: string, member: Member): boolean {
    const by = this.#holds.get(key)
    if (by !== undefined && by !== member.slot) return false
    this.#holds.set(key, member.slot)
    this.tellOthers(undefined, { name: 'held', key, by: member.slot })
    return true
  }

  holds(key: string, member: Member): boolean {
    return this.#holds.get(key) === member.slot
  }

  letGo(key: string, member: Member): void {
    if (!this.holds(key, member)) return
    this.#holds.delete(key)
    this.tellOthers(undefined, { name: 'held', key, by: null })
  }

  letGoAll(member: Member): void {
    for (const key of this.#holds.keys()) this.letGo(key, member)
  }

  /** What is held now, for who comes in. */
  heldNow(): { key: string; by: number }[] {
    return Array.from(this.#holds, ([key, by]) => ({ key, by }))
  }

  /** Takes a sound frame. Nobody is seen speaking who is muted, by themselves or by a host. */
  pose(member: Member, frame: Uint8Array): void {
    member.frame.set(frame)
    member.frameLength = frame.length
    const last = frame.length - 1
    if (member.muted || this.isSilenced(member.actor.id)) {
      member.frame[last] = (member.frame[last] ?? 0) & ~press.speaking
    }
    if (this.#count > atOnce) {
      member.fresh = true
      this.#fresh = true
      return
    }
    this.#batch.clear()
    this.#batch.add(member.slot, member.frame, member.frameLength)
    const bytes = this.#batch.take(performance.now())
    for (const other of this.#members) if (other && other !== member) other.tellPoses(bytes)
  }

  /** Tells what came since the last tick. */
  tick(now: number): void {
    if (!this.#fresh) return
    this.#fresh = false
    this.#batch.clear()
    for (const member of this.#members) {
      if (!member?.fresh) continue
      member.fresh = false
      this.#batch.add(member.slot, member.frame, member.frameLength)
    }
    const bytes = this.#batch.take(now)
    for (const member of this.#members) member?.tellPoses(bytes)
  }
}
