import { type RoomCloseReason, roomSocketPath } from '@veranda/contract/rooms/connection/messages.ts'
import { after } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { type IncomingMessage } from 'node:http'
import { type Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Actor } from '../../../platform/access/actor.ts'
import {
  type Authenticator,
  endedSessionsCheckMs,
  readCookieToken,
  sessionCookieName,
} from '../../../platform/access/authentication.ts'
import { type CommitSignal } from '../../../platform/db/commit-signals.ts'
import { recordRefusal } from '../../../platform/audit/request-refusals.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type SocketService } from '../../../platform/realtime/socket-service.ts'
import { isForeignHost } from '../../../platform/http/browser-policy/own-hosts.ts'
import { readCookie } from '../../../platform/http/cookies.ts'
import { type RequestSource, socketRequestSource } from '../../../platform/http/request-source.ts'
import { proxyUpgrade, rejectUpgrade } from '../../../platform/realtime/upgrade-proxy.ts'
import { authorizeEntry, type RoomAccess } from '../access/entry-access.ts'
import { saveSilence } from '../access/silence-user.ts'
import { endAbandonedVisits, PresenceWriter } from '../presence/presence-writer.ts'
import { endLostVisits, markNodeLost, recordJoin, recordLeave } from '../presence/room-presence.ts'
import { ActiveRoom } from './active-room.ts'
import {
  awaitEnterMessage,
  closeSocket,
  type EnterMessage,
  isFromOtherOrigin,
  parseUpgradeTarget,
} from './handshake.ts'
import { closeReasonFor, handleMessage, handlePose, type Violation } from './message-handler.ts'
import { addParticipant, allocateParticipantSlot, findDeviceToEvict, findResumable } from './participant-slots.ts'
import { type Participant } from './participant.ts'
import { recheckAccess } from './recheck-access.ts'
import {
  acquireLease,
  findNodeAddress,
  releaseLeases,
  removeNode,
  removeOtherNodesAt,
  renewLeases,
} from './room-lease.repository.ts'

/** Interval between two pose batches, in milliseconds. */
const poseTickMs = 33
const heartbeatMs = 1_000
const maxMessageBytes = 20_000
/** WebSocket close code of a device that leaves on purpose. */
const normalCloseCode = 1000

/** A device's request to enter a room, with where it comes from. */
type Entry = {
  readonly request: IncomingMessage
  readonly source: RequestSource
  readonly roomId: string
  readonly message: EnterMessage
}

/** The rooms of this node and their WebSockets. */
export class RoomSocketServer implements SocketService {
  readonly nodeId = randomUUID()
  readonly #getDeps: () => Deps
  readonly #access: Authenticator
  readonly #presenceWriter: PresenceWriter
  readonly #rooms = new Map<string, ActiveRoom>()
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  /** Rooms whose users may have changed on another node. */
  readonly #roomsToRecheck = new Set<string>()
  readonly #timers: NodeJS.Timeout[] = []
  #address = ''
  #heartbeatRunning = false
  #checkingSessions = false
  #heartbeatCount = 0

  constructor(getDeps: () => Deps, access: Authenticator) {
    this.#getDeps = getDeps
    this.#access = access
    this.#presenceWriter = new PresenceWriter(getDeps)
  }

  /** Returns the path of the room's WebSocket on the node with the lease; acquires the lease if it is free. */
  async acquireSocketPath(roomId: string): Promise<{ path: string; node: string }> {
    const node = await this.#acquireLease(roomId)
    return { path: `${roomSocketPath}/${node}/${roomId}`, node }
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const { env, failureLog, db } = this.#getDeps()
    const target = parseUpgradeTarget(request)
    if (!target) return false
    const source = socketRequestSource(request, env)
    const { host } = request.headers
    if (isForeignHost(host, env)) {
      recordRefusal(failureLog, 'room-host', source, { site: host })
      rejectUpgrade(socket, '421 Misdirected Request')
      return true
    }
    if (isFromOtherOrigin(request, env)) {
      recordRefusal(failureLog, 'room-origin', source, { site: request.headers.origin })
      rejectUpgrade(socket, '403 Forbidden')
      return true
    }
    const { nodeId, roomId } = target
    if (nodeId === this.nodeId) {
      this.#server.handleUpgrade(request, socket, head, (webSocket) =>
        awaitEnterMessage(webSocket, {
          onEnter: (message) => void this.#handleEnter(webSocket, { request, source, roomId, message }),
          onRefused: (kind) => recordRefusal(failureLog, kind, source),
        }),
      )
    } else void proxyUpgrade(request, socket, head, this.#address, () => findNodeAddress(db, nodeId))
    return true
  }

  start(): void {
    this.#timers.push(
      setInterval(() => this.#broadcastPoses(), poseTickMs),
      setInterval(() => void this.#heartbeat(), heartbeatMs),
      setInterval(() => void this.#removeEndedSessions(), endedSessionsCheckMs),
    )
    for (const timer of this.#timers) timer.unref()
    this.#getDeps().commitSignals.on((signals) => this.#handleCommitSignals(signals))
  }

  /** Registers the node's address and sends its first heartbeat. */
  async listen(address: string): Promise<void> {
    this.#address = address
    await removeOtherNodesAt(this.#getDeps().db, { id: this.nodeId, address })
    await this.#heartbeat()
  }

  countRooms(): { rooms: number; participants: number } {
    const rooms = [...this.#rooms.values()]
    return { rooms: rooms.length, participants: rooms.reduce((sum, { size }) => sum + size, 0) }
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const room of this.#rooms.values())
      for (const participant of room.participants) closeSocket(participant.socket, 'moved')
    this.#server.close()
    await this.#presenceWriter.flush()
    await removeNode(this.#getDeps().db, this.nodeId).catch(() => undefined)
  }

  async #handleEnter(webSocket: WebSocket, entry: Entry): Promise<void> {
    const { request, source, roomId, message } = entry
    const deps = this.#getDeps()
    try {
      const cookieToken = readCookieToken(readCookie(request.headers.cookie, sessionCookieName(deps.env)))
      const actor = await this.#access.authenticate({ token: message.token, cookieToken })
      if (!actor) {
        recordRefusal(deps.failureLog, 'room-not-signed-in', source)
        return closeSocket(webSocket, 'signed-out')
      }
      if ((await this.#acquireLease(roomId)) !== this.nodeId) return closeSocket(webSocket, 'moved')
      const roomAccess = await authorizeEntry(deps.db, roomId, actor.id, deps.clock.now())
      if (typeof roomAccess === 'string') return closeSocket(webSocket, roomAccess)
      if (webSocket.readyState === webSocket.OPEN) this.#admit(webSocket, entry, actor, roomAccess)
    } catch (error) {
      deps.log.error({ err: error, roomId }, 'room entry failed')
      webSocket.close(1011)
    }
  }

  #admit(webSocket: WebSocket, { source, roomId, message }: Entry, actor: Actor, roomAccess: RoomAccess): void {
    const { env, failureLog } = this.#getDeps()
    const room = this.#getOrOpenRoom(roomId)
    if (env.rateLimits && !room.takeEntryBudget(actor.id)) {
      recordRefusal(failureLog, 'room-too-many', source, { userId: actor.id })
      return closeSocket(webSocket, 'flood')
    }
    const resumed = findResumable(room, message, actor.id)
    if (resumed) {
      const { socket: previousSocket } = resumed
      resumed.socket = undefined
      closeSocket(previousSocket, 'resumed')
      // The device let go when it lost its connection, which this node may not have noticed.
      room.releaseAll(resumed)
    } else {
      const evicted = findDeviceToEvict(this.#rooms.values(), room, actor.id)
      if (evicted) this.#removeParticipant(evicted.room, evicted.participant, false, 'devices')
    }
    const participantSlot = resumed?.participantSlot ?? allocateParticipantSlot(room, roomAccess.role)
    if (participantSlot === undefined) return closeSocket(webSocket, 'full')
    if (!room.hasUser(actor.id)) this.#presenceWriter.enqueue(roomId, (tx, at) => recordJoin(tx, roomId, actor.id, at))
    const participant = addParticipant(room, participantSlot, resumed, {
      socket: webSocket,
      message,
      actor,
      access: roomAccess,
    })
    webSocket.on('message', (data: Buffer, binary: boolean) =>
      this.#handleMessage(room, participant, webSocket, data, binary),
    )
    webSocket.on('close', (code) => this.#handleClose(room, participant, webSocket, code))
    const participants = room.participants.map((other) => room.toDto(other))
    participant.send({
      name: 'snapshot',
      participantSlot,
      resumeToken: participant.resumeToken,
      time: performance.now(),
      participants,
    })
    for (const { key, by } of room.listGrabs()) participant.send({ name: 'grab-changed', key, by })
  }

  /**
   * Acquires the lease and returns the id of the node that has it. After a takeover, open visits become unconfirmed.
   */
  async #acquireLease(roomId: string): Promise<string> {
    const { nodeId, msSinceRenewal } = await acquireLease(this.#getDeps().db, roomId, this.nodeId)
    if (msSinceRenewal !== null)
      this.#presenceWriter.enqueue(roomId, (tx, at) => markNodeLost(tx, roomId, after(at, -msSinceRenewal)))
    return nodeId
  }

  #getOrOpenRoom(roomId: string): ActiveRoom {
    const existing = this.#rooms.get(roomId)
    if (existing) return existing
    const room = new ActiveRoom(roomId, (change) =>
      this.#presenceWriter.enqueue(roomId, (tx, at) => saveSilence(tx, roomId, change, at)),
    )
    this.#rooms.set(roomId, room)
    return room
  }

  #handleMessage(
    room: ActiveRoom,
    participant: Participant,
    webSocket: WebSocket,
    data: Buffer,
    binary: boolean,
  ): void {
    // Ignore a device that is being disconnected, although it may not have answered the close frame.
    if (participant.socket !== webSocket || webSocket.readyState !== webSocket.OPEN) return
    participant.lastReceivedAt = performance.now()
    const { env, log } = this.#getDeps()
    let violation: Violation | undefined
    try {
      violation = binary ? handlePose(room, participant, data) : handleMessage(room, participant, data.toString())
    } catch (error) {
      // A fault of ours must not end the process; this device enters again.
      log.error({ err: error, roomId: room.id }, 'room message failed')
      return webSocket.terminate()
    }
    if (violation && env.rateLimits && !participant.recordViolation(violation))
      closeSocket(webSocket, closeReasonFor[violation])
  }

  #handleClose(room: ActiveRoom, participant: Participant, webSocket: WebSocket, code: number): void {
    if (participant.socket !== webSocket) return
    // A device that leaves closes with this code; any other is given time to reconnect.
    if (code === normalCloseCode) return this.#removeParticipant(room, participant, false)
    participant.socket = undefined
    participant.disconnectedAt = performance.now()
    room.releaseAll(participant)
  }

  /** Removes a device for good, and its user if it was their last one. */
  #removeParticipant(room: ActiveRoom, participant: Participant, dropped: boolean, reason?: RoomCloseReason): void {
    const { socket: webSocket } = participant
    participant.socket = undefined
    if (reason) closeSocket(webSocket, reason)
    room.remove(participant, dropped)
    const { id } = participant.actor
    if (!room.hasUser(id)) this.#presenceWriter.enqueue(room.id, (tx, at) => recordLeave(tx, room.id, id, at))
  }

  #broadcastPoses(): void {
    const now = performance.now()
    for (const room of this.#rooms.values()) room.tick(now)
  }

  /** Removes the devices of sessions that ended on another node, whose signal may be lost. */
  async #removeEndedSessions(): Promise<void> {
    const participants = [...this.#rooms.values()].flatMap((room) => [...room.participants])
    if (this.#checkingSessions || participants.length === 0) return
    this.#checkingSessions = true
    try {
      const sessions = new Set(participants.map(({ actor }) => actor.sessionId))
      this.#removeSessions(new Set(await this.#access.findEndedSessions([...sessions])))
    } catch (error) {
      this.#getDeps().log.warn({ err: error }, 'session check of rooms failed')
    } finally {
      this.#checkingSessions = false
    }
  }

  /** Renews leases, drops dead connections and closes empty rooms; runs once a second. */
  async #heartbeat(): Promise<void> {
    if (this.#heartbeatRunning || this.#address === '') return
    this.#heartbeatRunning = true
    const deps = this.#getDeps()
    try {
      await this.#presenceWriter.flush()
      const roomIds = [...this.#roomsToRecheck]
      this.#roomsToRecheck.clear()
      for (const roomId of roomIds) await this.#recheckAccess(roomId)
      const rooms = [...this.#rooms.values()]
      this.#sweepRooms(rooms)
      const renewedIds = await renewLeases(deps.db, { id: this.nodeId, address: this.#address }, [
        ...this.#rooms.keys(),
      ])
      for (const room of rooms) {
        if (renewedIds.has(room.id) || this.#rooms.get(room.id) !== room) continue
        // Another node took the lease while this one could not renew it.
        this.#rooms.delete(room.id)
        for (const participant of room.participants) closeSocket(participant.socket, 'moved')
      }
      this.#heartbeatCount += 1
      // After a start, give users time to reconnect before rooms are abandoned.
      if (this.#heartbeatCount >= 15 && this.#heartbeatCount % 5 === 0) await endAbandonedVisits(deps)
    } catch (error) {
      deps.log.warn({ err: error }, 'room heartbeat failed')
    } finally {
      this.#heartbeatRunning = false
    }
  }

  #sweepRooms(rooms: readonly ActiveRoom[]): void {
    const now = performance.now()
    const empty = []
    for (const room of rooms) {
      for (const participant of room.participants) {
        const liveness = participant.livenessAt(now)
        if (liveness === 'timed-out') participant.socket?.terminate()
        if (liveness === 'expired') this.#removeParticipant(room, participant, true)
      }
      room.broadcastPendingMutes()
      if (room.endGracePeriod(now)) this.#presenceWriter.enqueue(room.id, (tx) => endLostVisits(tx, room.id))
      // Keep the room during its grace period for users who reconnect.
      if (room.size > 0 || !room.isGracePeriodOver) continue
      this.#rooms.delete(room.id)
      empty.push(room.id)
    }
    if (empty.length > 0) void releaseLeases(this.#getDeps().db, this.nodeId, empty).catch(() => undefined)
  }

  #handleCommitSignals({ endedSessions, accessChanges = [], resync }: CommitSignal): void {
    if (endedSessions?.length) this.#removeSessions(new Set(endedSessions))
    for (const { kind, id } of accessChanges) if (kind === 'room') void this.#recheckAccess(id)
    // A signal of another node may have been lost; the next heartbeat checks.
    if (resync) for (const id of this.#rooms.keys()) this.#roomsToRecheck.add(id)
  }

  async #recheckAccess(roomId: string): Promise<void> {
    const room = this.#rooms.get(roomId)
    if (room)
      await recheckAccess(this.#getDeps(), room, (other, reason) => this.#removeParticipant(room, other, false, reason))
  }

  #removeSessions(sessionIds: ReadonlySet<string>): void {
    for (const room of this.#rooms.values())
      for (const participant of room.participants)
        if (sessionIds.has(participant.actor.sessionId)) this.#removeParticipant(room, participant, false, 'signed-out')
  }
}
