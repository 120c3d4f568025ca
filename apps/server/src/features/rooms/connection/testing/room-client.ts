import {
  type DeviceKind,
  type RoomParticipant,
  type RoomClientMessage,
  roomServerMessage,
  type RoomServerMessage,
} from '@veranda/contract/rooms/connection/messages.ts'
import { readPoseBatch } from '@veranda/core/rooms/connection/pose-batch.ts'
import {
  maxPoseBytes,
  createPose,
  type PosePoint,
  type Pose,
  poseFlag,
  writePose,
} from '@veranda/core/rooms/connection/pose.ts'
import { WebSocket } from 'ws'

type EnterOptions = { device?: DeviceKind; muted?: boolean; voice?: boolean; resumeToken?: string; origin?: string }

/** A minimal client of one device: exposes what it received and sends what the test asks for. */
export class RoomClient {
  readonly socket: WebSocket
  readonly messages: RoomServerMessage[] = []
  readonly poses = new Map<number, Pose>()
  frames = 0
  bytes = 0
  closeCode: number | undefined
  readonly #waiters = new Set<() => void>()
  readonly #view = new DataView(new ArrayBuffer(maxPoseBytes))
  #seq = 0

  constructor(address: string, cookie: string, origin?: string) {
    const headers = { cookie, ...(origin === undefined ? {} : { origin }) }
    this.socket = new WebSocket(address.replace(/^http/, 'ws'), { headers, perMessageDeflate: false })
    this.socket.on('message', (data: Buffer, binary: boolean) => {
      if (binary) this.#receiveBatch(data)
      else this.messages.push(roomServerMessage.parse(JSON.parse(data.toString())))
      this.#notifyWaiters()
    })
    this.socket.on('error', () => undefined)
    this.socket.on('close', (code) => {
      this.closeCode = code
      this.#notifyWaiters()
    })
  }

  /** Enters as a user and waits for the snapshot or the refusal. */
  static async enter(
    address: string,
    user: { token: string; cookie: string },
    { device = 'headset', muted = false, voice = false, resumeToken, origin }: EnterOptions = {},
  ): Promise<RoomClient> {
    const client = new RoomClient(address, user.cookie, origin)
    await client.waitFor(() => client.socket.readyState === WebSocket.OPEN || client.closeCode !== undefined)
    if (client.closeCode !== undefined) return client
    client.send({ name: 'enter', token: user.token, device, muted, voice, ...(resumeToken ? { resumeToken } : {}) })
    await client.waitFor(() => client.snapshot !== undefined || client.closeCode !== undefined)
    return client
  }

  get snapshot(): Extract<RoomServerMessage, { name: 'snapshot' }> | undefined {
    return this.lastMessage('snapshot')
  }

  get participantSlot(): number {
    return this.snapshot?.participantSlot ?? -1
  }

  /** Returns the participants by participant slot, from the messages received so far. */
  get participants(): Map<number, RoomParticipant> {
    const participants = new Map<number, RoomParticipant>()
    for (const message of this.messages) {
      if (message.name === 'snapshot')
        for (const participant of message.participants) participants.set(participant.participantSlot, participant)
      if (message.name === 'joined' || message.name === 'changed')
        participants.set(message.participant.participantSlot, message.participant)
      if (message.name === 'left') participants.delete(message.participantSlot)
    }
    return participants
  }

  lastMessage<Name extends RoomServerMessage['name']>(
    name: Name,
  ): Extract<RoomServerMessage, { name: Name }> | undefined {
    // Found by its name.
    return this.messages.findLast((message) => message.name === name) as
      | Extract<RoomServerMessage, { name: Name }>
      | undefined
  }

  send(description: RoomClientMessage): void {
    this.socket.send(JSON.stringify(description))
  }

  /** Sends a pose of the head and the right hand. */
  sendPose(head: Partial<PosePoint>, right?: Partial<PosePoint>, buttons = 0): void {
    const pose = createPose()
    Object.assign(pose.head, head)
    Object.assign(pose.right, right)
    this.#seq += 1
    Object.assign(pose, { seq: this.#seq, time: performance.now(), buttons, flags: right ? poseFlag.right : 0 })
    const end = writePose(pose, this.#view)
    this.socket.send(new Uint8Array(this.#view.buffer, 0, end))
  }

  /** Waits until the condition holds, checked on every message; rejects after ten seconds. */
  async waitFor(condition: () => boolean, description = 'something in the room'): Promise<void> {
    if (condition()) return
    await new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.#waiters.delete(check)
        reject(new Error(`waited in vain for ${description}`))
      }, 10_000)
      const check = () => {
        if (!condition()) return
        clearTimeout(timeout)
        this.#waiters.delete(check)
        resolve()
      }
      this.#waiters.add(check)
      this.socket.once('open', check)
    })
  }

  leave(): void {
    this.socket.close(1000)
  }

  #receiveBatch(data: Buffer): void {
    this.frames += 1
    this.bytes += data.length
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    const isValid = readPoseBatch(view, createPose(), (participantSlot, pose) =>
      this.poses.set(participantSlot, structuredClone(pose)),
    )
    if (!isValid) throw new Error('received an invalid batch')
  }

  #notifyWaiters(): void {
    for (const check of this.#waiters) check()
  }
}
