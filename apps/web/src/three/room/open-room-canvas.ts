import { defaultPlacement, isTableSize } from '@veranda/core/rooms/records/placement.ts'
import { freeBesidePlace } from '@veranda/core/rooms/records/side-by-side.ts'
import { poseButton } from '@veranda/core/rooms/connection/pose.ts'
import { MathUtils, Vector3 } from 'three'
import { hitTestPart, toViewpoint } from './asset/hit-test.ts'
import { readThemeTokens } from '../ui/theme-tokens.ts'
import { notePlaceAt } from './tools/note-place.ts'
import { copyPoint } from './participants/pose-sender.ts'
import { RoomEngine } from './room-engine.ts'
import { type RoomOptions, type RoomCanvas, type RoomCanvasEvents } from './room-canvas.ts'
import {
  edgeArrows,
  entryPlace,
  fitAsset,
  goToViewpoint,
  joinParticipant,
  lookAtParticipant,
  captureImage,
} from './camera-moves.ts'

const eyeScratch = new Vector3()
const targetScratch = new Vector3()

/** Smaller changes of the voice level are not redrawn. */
const minLevelChange = 0.04

/** Opens the room canvas in an element. Throws without a WebGL context. */
export function openRoomCanvas(host: HTMLElement, events: RoomCanvasEvents, options: RoomOptions): RoomCanvas {
  const engine = new RoomEngine(host, events, options)
  const { participants, asset, labels, scene, tools, screen, poseSender } = engine
  return {
    element: engine.element,
    setLocalParticipantSlot(participantSlot) {
      engine.grabLock.localParticipantSlot = participantSlot
      participants.setLocalParticipantSlot(participantSlot)
    },
    setParticipants(members) {
      participants.setParticipants(members)
      labels.setParticipants(members)
      if (
        engine.followedParticipantSlot !== undefined &&
        !members.some(({ participantSlot }) => participantSlot === engine.followedParticipantSlot)
      )
        engine.unfollow()
      engine.requestRender()
    },
    receivePoses: (batch) => participants.receiveBatch(new DataView(batch), performance.now()),
    setAsset: (asset, previous) => engine.setAsset(asset, previous),
    setVersionNames: (names) => engine.captions.setNames(names),
    setHeatMapLegend: (legend) => labels.setHeatMapLegend(legend),
    findBesidePlace(placement = asset.placement, now) {
      const bounds = asset.versionBounds()
      const heads = participants.list.flatMap(({ pose: { head }, presence }) =>
        presence > 0 ? [{ x: head.px, y: head.py, z: head.pz }] : [],
      )
      return bounds && freeBesidePlace(placement, bounds, [...heads, engine.eyePosition(eyeScratch)], now)
    },
    applyRecords(records) {
      engine.records = new Map(records)
      engine.applyRecords()
    },
    glidePlacementTo(placement) {
      if (tools.gizmoDrag.handle === undefined) asset.glideTo(placement)
    },
    showLiveStroke: (participantSlot, stroke) => engine.liveStrokes.extend(participantSlot, stroke),
    endLiveStroke: (participantSlot, key, kept) => engine.liveStrokes.end(participantSlot, key, kept),
    clearLiveStrokes: () => engine.liveStrokes.endAll(),
    setGrabHolder(participantSlot) {
      engine.grabLock.setHolder(participantSlot)
      engine.updateGizmo()
      engine.requestRender()
    },
    cancelGrab: () => engine.cancelGrab(),
    restorePlacement: () => engine.restorePlacement(),
    setPins(pins) {
      labels.setPins(pins)
      labels.updatePinPositions(asset.current)
      engine.requestRender()
    },
    setLantern: (isLit) => engine.setLantern(isLit),
    setPanels(models) {
      engine.headset?.panels.setPanels(models)
      engine.requestRender()
    },
    fillHeldButton: (share) => engine.headset?.panels.fillHeldButton(share),
    setToasts(cards) {
      engine.headset?.panels.setToasts(cards)
      engine.requestRender()
    },
    setTool(tool, color) {
      if (tool !== tools.tool) tools.cancel()
      tools.tool = tool
      tools.penColor = color ?? tools.penColor
      if (tool === 'look') screen.crosshair.hide()
      engine.updateGizmo()
      engine.requestRender()
    },
    setComfort(comfort) {
      if (comfort.hand !== engine.comfort.hand) engine.headset?.controls.resetActiveHand()
      engine.comfort = comfort
    },
    setTheme(theme) {
      engine.tokens = readThemeTokens(host, theme)
      scene.setTheme(theme)
      engine.headset?.setTokens(engine.tokens)
      labels.setTokens(engine.tokens)
      engine.requestRender()
    },
    setVoiceLevel(participantSlot, level) {
      const participant = participants.find(participantSlot)
      if (participant) {
        if (Math.abs(participant.voiceLevel - level) < minLevelChange && participant.voiceLevel > 0 === level > 0)
          return
        participant.voiceLevel = level
        engine.requestRender()
      } else if (participantSlot === engine.grabLock.localParticipantSlot) {
        poseSender.current.buttons =
          level > 0.05
            ? poseSender.current.buttons | poseButton.speaking
            : poseSender.current.buttons & ~poseButton.speaking
      }
    },
    follow(participantSlot) {
      engine.hasPlace ||= participantSlot !== undefined
      engine.followedParticipantSlot = participantSlot
      engine.requestRender()
    },
    lookAtParticipant: (participantSlot) => lookAtParticipant(engine, participantSlot),
    edgeArrows: () => (engine.inHeadset ? [] : edgeArrows(engine)),
    joinParticipant: (participantSlot) => joinParticipant(engine, participantSlot),
    goToViewpoint: (view) => goToViewpoint(engine, view),
    viewpoint: () => toViewpoint(asset, engine.eyePosition(eyeScratch), screen.eye.pointAhead(1.5, targetScratch)),
    fit: () => fitAsset(engine),
    orbit(around, up, closer = 1) {
      if (!engine.inHeadset) screen.orbit(MathUtils.degToRad(around), MathUtils.degToRad(up), closer)
    },
    moveCrosshair: (across, down) => screen.moveCrosshair(across, down),
    pressCrosshair: () => screen.pressCrosshair(),
    hitTestPart: (part) => hitTestPart(asset, engine.raycaster, engine.eyePosition(eyeScratch), part),
    partNames: () => [...new Set(asset.current?.partNames)],
    highlightPart(part) {
      asset.current?.highlightPart(part)
      engine.requestRender()
    },
    placementFor(size) {
      const same = isTableSize(asset.placement.size) === isTableSize(size)
      return same ? { ...asset.copyPlacement(), size } : defaultPlacement(size)
    },
    notePlaceAt: (position, part) => notePlaceAt(engine, position, part),
    placement: () => asset.copyPlacement(),
    extent: () => asset.extent(),
    isHeadsetSupported: () => engine.loadHeadset(),
    async enterHeadset() {
      events.onHeadsetState('entering')
      try {
        if (!engine.headset) throw new Error('no headset was found')
        await engine.headset.controls.enter(() => entryPlace(engine))
        events.onHeadsetState('inside')
      } catch (error) {
        events.onHeadsetState('refused')
        throw error
      }
    },
    exitHeadset: async () => engine.headset?.controls.session.exit(),
    readLocalHead(into) {
      copyPoint(poseSender.current.head, into)
      return into
    },
    readParticipantHead(participantSlot, into) {
      const participant = participants.find(participantSlot)
      if (!participant || participant.presence <= 0) return false
      copyPoint(participant.pose.head, into)
      return true
    },
    drawCalls: () => scene.drawCalls,
    triangles: () => scene.triangles,
    captureImage: () => captureImage(engine),
    dispose: () => engine.dispose(),
  }
}
