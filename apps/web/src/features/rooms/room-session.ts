import { type Device, type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { noPoint } from '@veranda/core/rooms/pose.ts'
import { type RoomStage } from '../../parts/room-stage.ts'
import { createStore } from '../../lib/store.ts'
import { IceServers } from './ice-servers.ts'
import { Microphone } from './microphone.ts'
import { RoomLine } from './room-line.ts'
import { RoomLog } from './room-log.ts'
import { VoiceMesh, Voices, type VoiceTransport } from './voice.ts'

/** How often voices are put where their people are, and who speaks is looked at, in milliseconds. */
const voicesEvery = 66
/** Above this peak somebody counts as speaking. */
const speaks = 0.03

export type SessionWish = { readonly device: Device; readonly muted: boolean; readonly microphone: Microphone }

/** Being in one room with one device: the line, what all share, the voices. Ends once, and leaves nothing open. */
export class RoomSession {
  readonly line: RoomLine
  readonly log: RoomLog
  readonly microphone: Microphone
  readonly voices: Voices
  readonly muted: ReturnType<typeof createStore<boolean>>
  /** The slots of who speaks now. */
  readonly speaking = createStore<ReadonlySet<number>>(new Set())
  readonly #ice: IceServers
  #transport: VoiceTransport | undefined
  #stage: RoomStage | undefined
  readonly #timer: ReturnType<typeof setInterval>
  readonly #ends: (() => void)[]
  readonly #ear = noPoint()
  readonly #mouth = noPoint()

  constructor(roomId: string, { device, muted, microphone }: SessionWish) {
    this.microphone = microphone
    this.muted = createStore(muted)
    microphone.mute(muted)
    void microphone.context.resume()
    this.voices = new Voices(microphone.context)
    this.line = new RoomLine(roomId, { device, muted, voice: true })
    this.log = new RoomLog(roomId)
    this.#ice = new IceServers(roomId, (servers) => this.#transport?.setServers(servers))
    this.#ends = [
      this.line.onTell((told) => {
        if (told.name === 'signal') this.#transport?.signal(told.from, told.data)
      }),
      this.line.state.subscribe(() => this.#follow()),
      microphone.onTrack((track) => this.#transport?.send(track)),
    ]
    this.#timer = setInterval(() => this.#listen(), voicesEvery)
  }

  attach(stage: RoomStage | undefined): void {
    this.#stage = stage
  }

  mute(muted: boolean): void {
    this.muted.set(muted)
    this.microphone.mute(muted)
    this.line.mute(muted)
  }

  end(): void {
    clearInterval(this.#timer)
    for (const end of this.#ends) end()
    this.#ice.end()
    this.#transport?.end()
    this.voices.end()
    this.log.end()
    this.line.leave()
    this.microphone.end()
  }

  /** The mesh lives as long as the slot: a line that came back at its slot has lost no voice. */
  #follow(): void {
    const { slot, members, endpoint, status } = this.line.state.get()
    if (slot === undefined || !endpoint || status !== 'in') return
    if (!this.#transport) {
      this.#transport = new VoiceMesh({
        signal: (to, data) => this.line.say({ name: 'signal', to, data }),
        heard: (from, stream) => this.voices.add(from, stream),
        gone: (from) => this.voices.remove(from),
      })
      this.#transport.send(this.microphone.track)
    }
    this.#ice.take(endpoint)
    this.#transport.setMembers(slot, members)
  }

  #listen(): void {
    const { slot, members } = this.line.state.get()
    const stage = this.#stage
    const ear = stage ? stage.listener(this.#ear) : this.#ear
    this.voices.place(members, ear, (from) => (stage?.placeOf(from, this.#mouth) ? this.#mouth : undefined))
    const speaking = new Set<number>()
    for (const member of members.values()) {
      const level = member.slot === slot ? this.#own() : audible(member) ? this.voices.level(member.slot) : 0
      stage?.speaking(member.slot, level)
      if (level > speaks) speaking.add(member.slot)
    }
    const known = this.speaking.get()
    if (known.size !== speaking.size || [...speaking].some((one) => !known.has(one))) this.speaking.set(speaking)
  }

  #own(): number {
    return this.microphone.speaking() ? Math.max(speaks * 1.5, this.microphone.level()) : 0
  }
}

function audible({ muted, silenced }: RoomMember): boolean {
  return !muted && !silenced
}
