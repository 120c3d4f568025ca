import {
  maxParticipantSlots,
  type RoomClientMessage,
  type RoomServerMessage,
} from '@veranda/contract/rooms/connection/messages.ts'
import { PoseBatchWriter } from '@veranda/core/rooms/connection/pose-batch.ts'
import { poseButton } from '@veranda/core/rooms/connection/pose.ts'
import { TokenBucket } from '../../../platform/token-bucket.ts'
import { participantSlotGraceMs, type Participant } from './participant.ts'

/** Up to this many participants get each pose at once; larger rooms get batches, once per tick. */
const maxUnbatchedParticipants = 3
/** Limit of joins of one user, over all devices: each join is broadcast. */
const entryLimit = { burst: 20, perSecond: 0.5 }

type StrokeChunkMessage = Extract<RoomClientMessage, { name: 'stroke' }>
/** A host's change of a user's silenced state. */
type SilenceChange = { userId: string; byId: string; silenced: boolean }

/** The participants of one room and their broadcasts. Lives on one node, in memory only. */
export class ActiveRoom {
  readonly id: string
  readonly #participants: (Participant | undefined)[] = []
  readonly #silenced = new Map<string, boolean>()
  readonly #saveSilence: (silence: SilenceChange) => void
  /** End of the grace period in which users of a lost node may reconnect, by the process clock. */
  #gracePeriodEndsAt: number | undefined = performance.now() + participantSlotGraceMs
  readonly #grabs = new Map<string, number>()
  /** The stroke that each participant slot is drawing. */
  readonly #strokes = new Map<number, string>()
  readonly #batch = new PoseBatchWriter(maxParticipantSlots)
  #count = 0
  #hasNewFrames = false
  #nextParticipantSlot = 0
  #joinCount = 0
  readonly #entryBudgets = new Map<string, TokenBucket>()

  /** Opens the room. `saveSilence` stores that a host silenced a user. */
  constructor(id: string, saveSilence: (silence: SilenceChange) => void) {
    this.id = id
    this.#saveSilence = saveSilence
  }

  get participants(): Participant[] {
    return this.#participants.filter((participant) => participant !== undefined)
  }

  get size(): number {
    return this.#count
  }

  participantAt(participantSlot: number): Participant | undefined {
    return this.#participants[participantSlot]
  }

  /**
   * Returns the next free participant slot after the last one used, so that a newcomer is not taken for the previous
   * participant; undefined if all are taken.
   */
  findFreeParticipantSlot(): number | undefined {
    for (let offset = 0; offset < maxParticipantSlots; offset += 1) {
      const participantSlot = (this.#nextParticipantSlot + offset) % maxParticipantSlots
      if (this.#participants[participantSlot]) continue
      this.#nextParticipantSlot = participantSlot + 1
      return participantSlot
    }
    return undefined
  }

  /** Takes from the user's entry budget; returns false if they join too often. */
  takeEntryBudget(userId: string): boolean {
    const budget = this.#entryBudgets.get(userId) ?? new TokenBucket(entryLimit.burst, entryLimit.perSecond)
    this.#entryBudgets.set(userId, budget)
    return budget.tryTake()
  }

  nextJoinOrder(): number {
    this.#joinCount += 1
    return this.#joinCount
  }

  add(participant: Participant): void {
    this.broadcast(undefined, { name: 'joined', participant: this.toDto(participant) })
    this.#participants[participant.participantSlot] = participant
    this.#count += 1
  }

  /** Removes a device for good and releases its grabs. */
  remove(participant: Participant, dropped: boolean): void {
    if (this.#participants[participant.participantSlot] !== participant) return
    this.#participants[participant.participantSlot] = undefined
    this.#count -= 1
    this.releaseAll(participant)
    this.broadcast(undefined, { name: 'left', participantSlot: participant.participantSlot, dropped })
  }

  toDto(participant: Participant) {
    return participant.toDto(this.isSilenced(participant.actor.id))
  }

  hasUser(userId: string): boolean {
    return this.participants.some(({ actor }) => actor.id === userId)
  }

  broadcast(except: Participant | undefined, message: RoomServerMessage): void {
    const text = JSON.stringify(message)
    for (const participant of this.#participants) if (participant && participant !== except) participant.sendText(text)
  }

  broadcastChange(participant: Participant): void {
    this.broadcast(undefined, { name: 'changed', participant: this.toDto(participant) })
  }

  /** Mutes at once and broadcasts it, or leaves it to `broadcastPendingMutes` when it changed too often. Returns whether it broadcast. */
  setMuted(participant: Participant, muted: boolean): boolean {
    participant.muted = muted
    participant.hasPendingMuteChange = !participant.muteBudget.tryTake()
    if (!participant.hasPendingMuteChange) this.broadcastChange(participant)
    return !participant.hasPendingMuteChange
  }

  /** Broadcasts muted states that changed too often to be sent each time. */
  broadcastPendingMutes(): void {
    for (const participant of this.#participants) {
      if (!participant?.hasPendingMuteChange) continue
      participant.hasPendingMuteChange = false
      this.broadcastChange(participant)
    }
  }

  /**
   * Silences a user on all their devices, or lets them speak again; takes effect at once and is stored shortly after.
   * Returns false if there is no such user.
   */
  setSilenced(userId: string, byId: string, silenced: boolean): boolean {
    const current = this.#silenced.get(userId)
    if (current === undefined) return false
    if (current === silenced) return true
    this.#silenced.set(userId, silenced)
    this.#saveSilence({ userId, byId, silenced })
    for (const participant of this.participants) if (participant.actor.id === userId) this.broadcastChange(participant)
    return true
  }

  /** Restores the stored silenced state when a user first joins; later the state in memory counts. */
  restoreSilence(userId: string, silenced: boolean): void {
    if (!this.#silenced.has(userId)) this.#silenced.set(userId, silenced)
  }

  isSilenced(userId: string): boolean {
    return this.#silenced.get(userId) === true
  }

  /** Ends the grace period after a takeover; returns true once, when users who did not reconnect have left. */
  endGracePeriod(now: number): boolean {
    if (this.#gracePeriodEndsAt === undefined || now <= this.#gracePeriodEndsAt) return false
    this.#gracePeriodEndsAt = undefined
    return true
  }

  get isGracePeriodOver(): boolean {
    return this.#gracePeriodEndsAt === undefined
  }

  /** Grabs a record; returns false if another participant has it. */
  grab(key: string, participant: Participant): boolean {
    const by = this.#grabs.get(key)
    if (by !== undefined && by !== participant.participantSlot) return false
    this.#grabs.set(key, participant.participantSlot)
    this.broadcast(undefined, { name: 'grab-changed', key, by: participant.participantSlot })
    return true
  }

  isGrabbedBy(key: string, participant: Participant): boolean {
    return this.#grabs.get(key) === participant.participantSlot
  }

  release(key: string, participant: Participant): void {
    if (!this.isGrabbedBy(key, participant)) return
    this.#grabs.delete(key)
    this.broadcast(undefined, { name: 'grab-changed', key, by: null })
  }

  /** Ends everything that a device has under way: its grabs and the stroke it is drawing. */
  releaseAll(participant: Participant): void {
    for (const key of this.#grabs.keys()) this.release(key, participant)
    const stroke = this.#strokes.get(participant.participantSlot)
    if (stroke !== undefined) this.endStroke(participant, stroke, false)
  }

  /** Shows the others more of a stroke. It is volatile: a slow device gets the record at its end. */
  showStroke(participant: Participant, chunk: StrokeChunkMessage): void {
    const before = this.#strokes.get(participant.participantSlot)
    if (before !== undefined && before !== chunk.key) this.endStroke(participant, before, false)
    this.#strokes.set(participant.participantSlot, chunk.key)
    const text = JSON.stringify({ ...chunk, by: participant.participantSlot } satisfies RoomServerMessage)
    for (const other of this.#participants) if (other && other !== participant) other.sendVolatileText(text)
  }

  /** Ends the stroke that a device is drawing; any other key is ignored. */
  endStroke(participant: Participant, key: string, kept: boolean): void {
    if (this.#strokes.get(participant.participantSlot) !== key) return
    this.#strokes.delete(participant.participantSlot)
    this.broadcast(participant, { name: 'stroke-end', by: participant.participantSlot, key, kept })
  }

  /** Returns the current grabs, for a participant who joins. */
  listGrabs(): { key: string; by: number }[] {
    return Array.from(this.#grabs, ([key, by]) => ({ key, by }))
  }

  /** Takes a valid frame. Clears the speaking bit if the participant is muted or silenced. */
  receivePose(participant: Participant, frame: Uint8Array): void {
    participant.frame.set(frame)
    participant.frameLength = frame.length
    const lastIndex = frame.length - 1
    if (participant.muted || this.isSilenced(participant.actor.id)) {
      participant.frame[lastIndex] = (participant.frame[lastIndex] ?? 0) & ~poseButton.speaking
    }
    if (this.#count > maxUnbatchedParticipants) {
      participant.hasNewFrame = true
      this.#hasNewFrames = true
      return
    }
    this.#batch.clear()
    this.#batch.add(participant.participantSlot, participant.frame, participant.frameLength)
    const bytes = this.#batch.take(performance.now())
    for (const other of this.#participants) if (other && other !== participant) other.sendPoses(bytes)
  }

  /** Broadcasts the frames received since the last tick. */
  tick(now: number): void {
    if (!this.#hasNewFrames) return
    this.#hasNewFrames = false
    this.#batch.clear()
    for (const participant of this.#participants) {
      if (!participant?.hasNewFrame) continue
      participant.hasNewFrame = false
      this.#batch.add(participant.participantSlot, participant.frame, participant.frameLength)
    }
    const bytes = this.#batch.take(now)
    for (const participant of this.#participants) participant?.sendPoses(bytes)
  }
}
