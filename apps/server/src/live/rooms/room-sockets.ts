import { roomPeopleName } from '@veranda/contract/rooms/live.ts'
import { type RoomClose, roomPath } from '@veranda/contract/rooms/wire.ts'
import { after } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server as HttpServer } from 'node:http'
import { type Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Access, sessionCookie, tokenOfCookie } from '../../access/access.ts'
import { type Actor } from '../../access/actor.ts'
import { type Touched } from '../../db/wake.ts'
import { type Deps } from '../../deps.ts'
import { cookieOf } from '../admit.ts'
import { type RoomDoor, type Standing } from './door.ts'
import { forward, turnAway } from './forward.ts'
import { closesFor, hearPose, hearWords, type Wrong } from './hear.ts'
import { askAgain } from './ask-again.ts'
import { awaitEnter, close, type Enter, readWanted } from './introduction.ts'
import { addressOf, forgetNode, forgetOthersAt, giveBackRooms, holdRoom, renewRooms } from './leases.ts'
import { type Member } from './member.ts'
import { Room } from './room.ts'
import { formerOf, freeSeat, givesWay, sit } from './seats.ts'
import { sweepAbandoned } from './sweep.ts'
import { Visits } from './visits.ts'

/** Between two batches, in milliseconds. */
const tick = 33
const beat = 1_000
const mostBytes = 20_000
/** The code with which a device leaves by itself. */
const leaves = 1000

/** The rooms that live on this node, and their WebSockets. */
export class RoomSockets {
  readonly nodeId = randomUUID()
  readonly #late: () => Deps
  readonly #access: Access
  readonly #door: RoomDoor
  readonly #visits: Visits
  readonly #rooms = new Map<string, Room>()
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: mostBytes, perMessageDeflate: false })
  /** Rooms whose people may have changed elsewhere. */
  readonly #asked = new Set<string>()
  readonly #timers: NodeJS.Timeout[] = []
  #address = ''
  #beating = false
  #beats = 0

  constructor(late: () => Deps, access: Access, door: RoomDoor) {
    this.#late = late
    this.#access = access
    this.#door = door
    this.#visits = new Visits(late)
  }

  /** The path of a room's WebSocket, on the node that holds it; this one takes it if nobody does. */
  async pathOf(roomId: string): Promise<{ path: string; node: string }> {
    const node = await this.#hold(roomId)
    return { path: `${roomPath}/${node}/${roomId}`, node }
  }

  attach(http: HttpServer): void {
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const wanted = readWanted(request, this.#late().env)
      if (wanted === 'other') return
      if (wanted === 'wrong') return turnAway(socket, '404 Not Found')
      const { nodeId, roomId } = wanted
      if (nodeId === this.nodeId) {
        this.#server.handleUpgrade(request, socket, head, (line) =>
          awaitEnter(line, (said) => void this.#enter(line, request, roomId, said)),
        )
      } else void forward(request, socket, head, this.#address, () => addressOf(this.#late().db, nodeId))
    })
    this.#timers.push(
      setInterval(() => this.#tick(), tick),
      setInterval(() => void this.#beat(), beat),
    )
    for (const timer of this.#timers) timer.unref()
    this.#late().wake.on((touched) => this.#touched(touched))
  }

  /** Says where the other nodes reach this one, and that it is up. */
  async listen(address: string): Promise<void> {
    this.#address = address
    await forgetOthersAt(this.#late().db, { id: this.nodeId, address })
    await this.#beat()
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const room of this.#rooms.values()) for (const member of room.members) close(member.line, 'moved')
    this.#server.close()
    await this.#visits.tell()
    await forgetNode(this.#late().db, this.nodeId).catch(() => undefined)
  }

  async #enter(line: WebSocket, request: IncomingMessage, roomId: string, said: Enter): Promise<void> {
    const deps = this.#late()
    try {
      const cookieToken = tokenOfCookie(cookieOf(request.headers.cookie, sessionCookie))
      const actor = await this.#access.actorOf({ token: said.token, cookieToken })
      if (!actor) return close(line, 'signed-out')
      if ((await this.#hold(roomId)) !== this.nodeId) return close(line, 'moved')
      const standing = await this.#door.standing(deps.db, roomId, actor.id, deps.clock.now())
      if (typeof standing === 'string') return close(line, standing)
      if (line.readyState === line.OPEN) this.#admit(line, roomId, said, actor, standing)
    } catch (error) {
      deps.log.error({ err: error, roomId }, 'a device could not enter a room')
      line.close(1011)
    }
  }

  #admit(line: WebSocket, roomId: string, said: Enter, actor: Actor, standing: Standing): void {
    const room = this.#roomOf(roomId)
    if (this.#late().env.rateLimits && !room.mayEnter(actor.id)) return close(line, 'flood')
    const former = formerOf(room, said, actor.id)
    if (former) {
      const { line: old } = former
      former.line = undefined
      close(old, 'resumed')
    } else {
      const oldest = givesWay(room, actor.id)
      if (oldest) this.#remove(room, oldest, false, 'devices')
    }
    const slot = former?.slot ?? freeSeat(room, standing.role)
    if (slot === undefined) return close(line, 'full')
    if (!room.has(actor.id)) this.#visits.note(roomId, (tx, at) => this.#door.came(tx, roomId, actor.id, at))
    const member = sit(room, slot, former, { line, said, actor, standing })
    line.on('message', (data: Buffer, binary: boolean) => this.#hear(room, member, line, data, binary))
    line.on('close', (code) => this.#lost(room, member, line, code))
    const members = room.members.map((one) => room.show(one))
    member.tell({ name: 'welcome', slot, resume: member.resume, time: performance.now(), members })
    for (const { key, by } of room.heldNow()) member.tell({ name: 'held', key, by })
  }

  /** Who holds the room now. Taken from a node that is gone, its people are not known to be inside any more. */
  async #hold(roomId: string): Promise<string> {
    const { nodeId, silentFor } = await holdRoom(this.#late().db, roomId, this.nodeId)
    if (silentFor !== null) this.#visits.note(roomId, (tx, at) => this.#door.lost(tx, roomId, after(at, -silentFor)))
    return nodeId
  }

  #roomOf(roomId: string): Room {
    const known = this.#rooms.get(roomId)
    if (known) return known
    const room = new Room(roomId, (of) => this.#visits.note(roomId, (tx, at) => this.#door.silence(tx, roomId, of, at)))
    this.#rooms.set(roomId, room)
    return room
  }

  #hear(room: Room, member: Member, line: WebSocket, data: Buffer, binary: boolean): void {
    // Who is being shown out is not heard any more, though they may not answer the farewell.
    if (member.line !== line || line.readyState !== line.OPEN) return
    member.heardAt = performance.now()
    const wrong: Wrong | undefined = binary ? hearPose(room, member, data) : hearWords(room, member, data.toString())
    if (wrong && this.#late().env.rateLimits && !member.bear(wrong)) close(line, closesFor[wrong])
  }

  #lost(room: Room, member: Member, line: WebSocket, code: number): void {
    if (member.line !== line) return
    // Who leaves says so; whoever does not is waited for.
    if (code === leaves) return this.#remove(room, member, false)
    member.line = undefined
    member.lostAt = performance.now()
    room.letGoAll(member)
  }

  /** Takes a device out for good, and its person when it was the last one. */
  #remove(room: Room, member: Member, dropped: boolean, why?: RoomClose): void {
    const { line } = member
    member.line = undefined
    if (why) close(line, why)
    room.remove(member, dropped)
    const { id } = member.actor
    if (!room.has(id)) this.#visits.note(room.id, (tx, at) => this.#door.left(tx, room.id, id, at))
  }

  #tick(): void {
    const now = performance.now()
    for (const room of this.#rooms.values()) room.tick(now)
  }

  /** Once a second: leases, ended sessions, lines that broke, rooms that are empty. */
  async #beat(): Promise<void> {
    if (this.#beating || this.#address === '') return
    this.#beating = true
    const deps = this.#late()
    try {
      await this.#visits.tell()
      const asked = [...this.#asked]
      this.#asked.clear()
      for (const roomId of asked) await this.#askAgain(roomId)
      const rooms = [...this.#rooms.values()]
      this.#lookAfter(rooms)
      const own = await renewRooms(deps.db, { id: this.nodeId, address: this.#address }, [...this.#rooms.keys()])
      for (const room of rooms) {
        if (own.has(room.id) || this.#rooms.get(room.id) !== room) continue
        // Another node took it while this one could not say that it is up.
        this.#rooms.delete(room.id)
        for (const member of room.members) close(member.line, 'moved')
      }
      const sessions = new Set(rooms.flatMap(({ members }) => members.map(({ actor }) => actor.sessionId)))
      if (sessions.size > 0) this.#end(new Set(await this.#access.endedOf([...sessions])))
      this.#beats += 1
      // After a start people need time to come back before a room is given up.
      if (this.#beats >= 15 && this.#beats % 5 === 0) await sweepAbandoned(deps, this.#door)
    } catch (error) {
      deps.log.warn({ err: error }, 'the rooms could not be looked after')
    } finally {
      this.#beating = false
    }
  }

  #lookAfter(rooms: readonly Room[]): void {
    const now = performance.now()
    const empty = []
    for (const room of rooms) {
      for (const member of room.members) {
        const fate = member.fateAt(now)
        if (fate === 'silent') member.line?.terminate()
        if (fate === 'gone') this.#remove(room, member, true)
      }
      room.tellLate()
      if (room.settles(now)) this.#visits.note(room.id, (tx) => this.#door.settled(tx, room.id))
      // Whoever is still awaited finds it here.
      if (room.size > 0 || !room.isSettled) continue
      this.#rooms.delete(room.id)
      empty.push(room.id)
    }
    if (empty.length > 0) void giveBackRooms(this.#late().db, this.nodeId, empty).catch(() => undefined)
  }

  #touched({ endedSessions, rows = [], heads = [] }: Touched): void {
    if (endedSessions?.length) this.#end(new Set(endedSessions))
    for (const { stream, name } of rows)
      if (stream.kind === 'room' && name === roomPeopleName) void this.#askAgain(stream.id)
    // What was written on another node may have been its people; that can wait for the beat.
    for (const { stream } of heads) if (stream.kind === 'room' && this.#rooms.has(stream.id)) this.#asked.add(stream.id)
  }

  async #askAgain(roomId: string): Promise<void> {
    const room = this.#rooms.get(roomId)
    if (room) await askAgain(this.#late(), this.#door, room, (one, why) => this.#remove(room, one, false, why))
  }

  #end(sessionIds: ReadonlySet<string>): void {
    for (const room of this.#rooms.values())
      for (const member of room.members)
        if (sessionIds.has(member.actor.sessionId)) this.#remove(room, member, false, 'signed-out')
  }
}
