import { homeOf } from '@veranda/core/rooms/placement.ts'
import { press } from '@veranda/core/rooms/pose.ts'
import { MathUtils, Vector3 } from 'three'
import { Headset } from './headset.ts'
import { placeOnPart, viewOf } from './hits.ts'
import { readLook } from './look.ts'
import { copyPoint } from './own-pose.ts'
import { RoomCore } from './room-core.ts'
import { type RoomOptions, type RoomStage, type RoomStageTold } from './types.ts'
import { fit, goTo, joinPerson, picture } from './ways.ts'

const here = new Vector3()
const there = new Vector3()

/** A voice that is louder or softer by less is drawn as it was. */
const leastLoud = 0.04

/** Sets up the live room's stage in an element; throws where this browser gives no drawing context. */
export function openRoomStage(host: HTMLElement, told: RoomStageTold, options: RoomOptions): RoomStage {
  const core = new RoomCore(host, told, options)
  const { people, work, written, scene, tools, flat, worn, own } = core
  const { panels } = scene
  return {
    canvas: core.canvas,
    setMe(slot) {
      core.hold.me = slot
      people.setMe(slot)
    },
    setMembers(members) {
      people.keep(members)
      written.setMembers(members)
      if (core.followed !== undefined && !members.some(({ slot }) => slot === core.followed)) core.unfollow()
      core.stir()
    },
    hear: (batch) => people.hear(new DataView(batch), performance.now()),
    setWork: (now, former) => core.setWork(now, former),
    apply(records) {
      core.records = new Map(records)
      core.apply()
    },
    dragged(placement) {
      if (tools.placing.handle === undefined) work.send(placement)
    },
    held(slot) {
      core.hold.by(slot)
      core.gizmo()
      core.stir()
    },
    stand: () => core.stand(),
    setPins(pins) {
      written.setPins(pins)
      written.standPins(work.now)
      core.stir()
    },
    setPanels(models) {
      panels.set(models)
      core.stir()
    },
    setCards(cards) {
      panels.setCards(cards)
      core.stir()
    },
    setTool(tool, color) {
      if (tool !== tools.tool) tools.cancel()
      tools.tool = tool
      tools.color = color ?? tools.color
      if (tool === 'look') flat.crosshair.hide()
      core.gizmo()
      core.stir()
    },
    setComfort(comfort) {
      if (comfort.hand !== core.comfort.hand) worn.choose()
      core.comfort = comfort
    },
    setTheme(theme) {
      core.look = readLook(host, theme)
      scene.setTheme(theme, core.look)
      written.setLook(core.look)
      core.stir()
    },
    speaking(slot, level) {
      const somebody = people.find(slot)
      if (somebody) {
        if (Math.abs(somebody.level - level) < leastLoud && somebody.level > 0 === level > 0) return
        somebody.level = level
        core.stir()
      } else if (slot === core.hold.me) {
        own.now.presses = level > 0.05 ? own.now.presses | press.speaking : own.now.presses & ~press.speaking
      }
    },
    follow(slot) {
      core.followed = slot
      core.stir()
    },
    joinPerson: (slot) => joinPerson(core, slot),
    goTo: (view) => goTo(core, view),
    view: () => viewOf(work, core.eye(here), flat.eye.ahead(1.5, there)),
    fit: () => fit(core),
    orbit(around, up, closer = 1) {
      if (!core.inside) flat.orbit(MathUtils.degToRad(around), MathUtils.degToRad(up), closer)
    },
    aim: (across, down) => flat.aim(across, down),
    act: () => flat.act(),
    placeOn: (part) => placeOnPart(work, core.cast, core.eye(here), part),
    parts: () => [...new Set(work.now?.partNames)],
    lightPart(part) {
      work.now?.light(part)
      core.stir()
    },
    placementFor(size) {
      const same = (work.placement.size.kind === 'doll-house') === (size.kind === 'doll-house')
      return same ? { ...work.standing(), size } : homeOf(size)
    },
    placement: () => work.standing(),
    canEnterHeadset: Headset.can,
    async enterHeadset() {
      told.headset('entering')
      flat.eye.arrive()
      const { at, yaw } = flat.eye
      try {
        await worn.enter(at.x, at.z, yaw)
        told.headset('inside')
      } catch (error) {
        told.headset('refused')
        throw error
      }
    },
    leaveHeadset: () => worn.headset.leave(),
    listener(into) {
      copyPoint(own.now.head, into)
      return into
    },
    placeOf(slot, into) {
      const somebody = people.find(slot)
      if (!somebody || somebody.presence <= 0) return false
      copyPoint(somebody.pose.head, into)
      return true
    },
    draws: () => scene.draws,
    triangles: () => scene.triangles,
    picture: () => picture(core),
    dispose: () => core.dispose(),
  }
}
