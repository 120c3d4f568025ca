import { type Device, type RoomMember, type RoomSay, roomTell, type RoomTell } from '@veranda/contract/rooms/wire.ts'
import { readBatch } from '@veranda/core/rooms/batch.ts'
import { mostPoseBytes, noPose, type Point, type Pose, tell, writePose } from '@veranda/core/rooms/pose.ts'
import { WebSocket } from 'ws'

type Wish = { device?: Device; muted?: boolean; voice?: boolean; resume?: string; origin?: string }

/** One device in a room, as thin as can be: what it heard lies open, and whatever it is told to send goes out. */
export class RoomClient {
  readonly line: WebSocket
  readonly tells: RoomTell[] = []
  readonly poses = new Map<number, Pose>()
  frames = 0
  bytes = 0
  closed: number | undefined
  readonly #waiting = new Set<() => void>()
  readonly #view = new DataView(new ArrayBuffer(mostPoseBytes))
  #seq = 0

  constructor(address: string, cookie: string, origin?: string) {
    const headers = { cookie, ...(origin === undefined ? {} : { origin }) }
    this.line = new WebSocket(address.replace(/^http/, 'ws'), { headers, perMessageDeflate: false })
    this.line.on('message', (data: Buffer, binary: boolean) => {
      if (binary) this.#hear(data)
      else this.tells.push(roomTell.parse(JSON.parse(data.toString())))
      this.#woken()
    })
    this.line.on('error', () => undefined)
    this.line.on('close', (code) => {
      this.closed = code
      this.#woken()
    })
  }

  /** Enters as somebody and waits for the welcome or the refusal. */
  static async enter(
    address: string,
    person: { token: string; cookie: string },
    { device = 'headset', muted = false, voice = false, resume, origin }: Wish = {},
  ): Promise<RoomClient> {
    const client = new RoomClient(address, person.cookie, origin)
    await client.until(() => client.line.readyState === WebSocket.OPEN || client.closed !== undefined)
    if (client.closed !== undefined) return client
    client.say({ name: 'enter', token: person.token, device, muted, voice, ...(resume ? { resume } : {}) })
    await client.until(() => client.welcome !== undefined || client.closed !== undefined)
    return client
  }

  get welcome(): Extract<RoomTell, { name: 'welcome' }> | undefined {
    return this.last('welcome')
  }

  get slot(): number {
    return this.welcome?.slot ?? -1
  }

  /** Everybody inside, by slot, as far as was heard. */
  get members(): Map<number, RoomMember> {
    const members = new Map<number, RoomMember>()
    for (const told of this.tells) {
      if (told.name === 'welcome') for (const member of told.members) members.set(member.slot, member)
      if (told.name === 'came' || told.name === 'changed') members.set(told.member.slot, told.member)
      if (told.name === 'left') members.delete(told.slot)
    }
    return members
  }

  last<Name extends RoomTell['name']>(name: Name): Extract<RoomTell, { name: Name }> | undefined {
    // Found by the very name.
    return this.tells.findLast((told) => told.name === name) as Extract<RoomTell, { name: Name }> | undefined
  }

  say(what: RoomSay): void {
    this.line.send(JSON.stringify(what))
  }

  /** Sends where the head and the right hand are. */
  pose(head: Partial<Point>, right?: Partial<Point>, presses = 0): void {
    const pose = noPose()
    Object.assign(pose.head, head)
    Object.assign(pose.right, right)
    this.#seq += 1
    Object.assign(pose, { seq: this.#seq, time: performance.now(), presses, tells: right ? tell.right : 0 })
    const end = writePose(pose, this.#view)
    this.line.send(new Uint8Array(this.#view.buffer, 0, end))
  }

  /** Waits until something that was heard makes it true; rejects after ten seconds. */
  async until(holds: () => boolean, what = 'something in the room'): Promise<void> {
    if (holds()) return
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(look)
        reject(new Error(`waited in vain for ${what}`))
      }, 10_000)
      const look = () => {
        if (!holds()) return
        clearTimeout(late)
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      this.line.once('open', look)
    })
  }

  leave(): void {
    this.line.close(1000)
  }

  #hear(data: Buffer): void {
    this.frames += 1
    this.bytes += data.length
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    const sound = readBatch(view, noPose(), (slot, pose) => this.poses.set(slot, structuredClone(pose)))
    if (!sound) throw new Error('heard a batch that is none')
  }

  #woken(): void {
    for (const look of this.#waiting) look()
  }
}
