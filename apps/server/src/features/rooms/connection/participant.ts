import {
  type DeviceKind,
  maxParticipantSlots,
  type RoomParticipant,
  type RoomServerMessage,
} from '@veranda/contract/rooms/connection/messages.ts'
import { maxPoseBytes } from '@veranda/core/rooms/connection/pose.ts'
import { type WebSocket } from 'ws'
import { type Actor } from '../../../platform/access/actor.ts'
import { TokenBucket } from '../../../platform/token-bucket.ts'
import { type RoomAccess } from '../access/entry-access.ts'

const poseLimit = { burst: 60, perSecond: 40 }
/** A participant who joins a full room sends an answer and about ten ICE candidates to each of the others at once. */
const messageLimit = { burst: 12 * maxParticipantSlots, perSecond: 60 }
/** Violations allowed before the connection is closed; the budget refills over time. */
const violationLimit = { burst: 200, perSecond: 10 }
/** Cost of each `Violation`; repeating what is broadcast to everyone costs most. */
const violationCosts = { flood: 1, malformed: 1, spam: 5 }
/** Limits on actions that are broadcast to all participants. */
const muteLimit = { burst: 10, perSecond: 2 }
const grabLimit = { burst: 20, perSecond: 5 }
/** A stroke is sent ten times a second (`core/rooms/connection/live-stroke.ts`). */
const strokeLimit = { burst: 20, perSecond: 15 }
const moderationLimit = { burst: 20, perSecond: 2 }
/** In characters: negotiating a voice connection takes up to 8,000 with each of the others, once. */
const signalLimit = { burst: 8_192 * maxParticipantSlots, perSecond: 16_384 }
/** The same per peer, with whom it may be negotiated a few times. */
const peerSignalLimit = { burst: 49_152, perSecond: 4_096 }
/**
 * Limits of the send buffer in bytes: above `poses` pose batches are skipped, above `messages` the connection is
 * terminated.
 */
const sendBufferLimitBytes = { poses: 16_384, messages: 1_048_576 }

/** A device sends at least twice a second; one that was silent for this long is cut off, in milliseconds. */
const silenceTimeoutMs = 12_000
/** A device that lost its connection keeps its participant slot for this long, in milliseconds. */
export const participantSlotGraceMs = 8_000

/** One device in a room, with its socket while it is connected. */
export class Participant {
  readonly participantSlot: number
  /** Join order within the room. */
  readonly joinOrder: number
  readonly actor: Actor
  readonly device: DeviceKind
  /** Token with which the same device takes its participant slot again after losing its connection. */
  readonly resumeToken: string
  readonly voice: boolean
  access: RoomAccess
  muted: boolean
  socket: WebSocket | undefined
  /** When the connection was lost, by the process clock; 0 while connected. */
  disconnectedAt = 0
  lastReceivedAt: number
  /** The latest pose frame, as received. */
  readonly frame = new Uint8Array(maxPoseBytes)
  frameLength = 0
  /** The latest frame has not been broadcast yet. */
  hasNewFrame = false
  readonly poseBudget = new TokenBucket(poseLimit.burst, poseLimit.perSecond)
  readonly messageBudget = new TokenBucket(messageLimit.burst, messageLimit.perSecond)
  readonly muteBudget = new TokenBucket(muteLimit.burst, muteLimit.perSecond)
  readonly grabBudget = new TokenBucket(grabLimit.burst, grabLimit.perSecond)
  readonly strokeBudget = new TokenBucket(strokeLimit.burst, strokeLimit.perSecond)
  readonly moderationBudget = new TokenBucket(moderationLimit.burst, moderationLimit.perSecond)
  readonly #signalBudget = new TokenBucket(signalLimit.burst, signalLimit.perSecond)
  readonly #peerSignalBudgets = new Map<number, TokenBucket>()
  /** The muted state has changed since it was last broadcast. */
  hasPendingMuteChange = false
  readonly #violationBudget = new TokenBucket(violationLimit.burst, violationLimit.perSecond)

  constructor(options: {
    participantSlot: number
    joinOrder: number
    actor: Actor
    device: DeviceKind
    resumeToken: string
    voice: boolean
    muted: boolean
    access: RoomAccess
    socket: WebSocket
  }) {
    this.participantSlot = options.participantSlot
    this.joinOrder = options.joinOrder
    this.actor = options.actor
    this.device = options.device
    this.resumeToken = options.resumeToken
    this.voice = options.voice
    this.muted = options.muted
    this.access = options.access
    this.socket = options.socket
    this.lastReceivedAt = performance.now()
  }

  toDto(silenced: boolean): RoomParticipant {
    const { participantSlot, actor, device, voice, muted, access } = this
    const { name, avatar, role } = access
    return { participantSlot, userId: actor.id, displayName: name, avatar, role, device, muted, silenced, voice }
  }

  /** Records a violation; returns false once there are more than a broken client would cause. */
  recordViolation(violation: keyof typeof violationCosts): boolean {
    return this.#violationBudget.tryTake(performance.now(), violationCosts[violation])
  }

  /**
   * Takes from the signaling budgets, in characters; returns false if the budget for this participant slot or for all is
   * exceeded.
   */
  takeSignalBudget(to: number, characters: number): boolean {
    const now = performance.now()
    const budget = this.#peerSignalBudgets.get(to) ?? new TokenBucket(peerSignalLimit.burst, peerSignalLimit.perSecond)
    this.#peerSignalBudgets.set(to, budget)
    return budget.tryTake(now, characters) && this.#signalBudget.tryTake(now, characters)
  }

  /** Returns the participant's liveness at a time of the process clock. */
  livenessAt(now: number): 'alive' | 'timed-out' | 'expired' {
    if (this.socket) return now - this.lastReceivedAt > silenceTimeoutMs ? 'timed-out' : 'alive'
    return now - this.disconnectedAt > participantSlotGraceMs ? 'expired' : 'alive'
  }

  send(message: RoomServerMessage): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string): void {
    const { socket } = this
    if (!socket || socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > sendBufferLimitBytes.messages) socket.terminate()
    else socket.send(text)
  }

  /** Skips the batch if the client is slow: poses are volatile. */
  sendPoses(batch: Uint8Array): void {
    this.#sendVolatile(batch)
  }

  /** Skips the text if the client is slow. */
  sendVolatileText(text: string): void {
    this.#sendVolatile(text)
  }

  #sendVolatile(data: Uint8Array | string): void {
    const { socket } = this
    if (socket && socket.readyState === socket.OPEN && socket.bufferedAmount < sendBufferLimitBytes.poses)
      socket.send(data)
  }
}
