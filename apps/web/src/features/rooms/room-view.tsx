import { listRoomVersions } from '@veranda/contract/rooms/routes.ts'
import { type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ComponentType, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { roomHome } from './access/room-home.ts'
import { useRoomActions } from './access/use-room-actions.ts'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { RoomBanners } from './connection/room-banners.tsx'
import { type RoomParticipation } from './connection/room-participation.ts'
import { useRoomConnectionState } from './connection/use-room-participation.ts'
import { RoomToolbar } from './controls/room-toolbar.tsx'
import { useRoomTool } from './controls/use-room-tool.ts'
import { type ScenePanelsHandle, type ScenePanelsProps } from './panels/scene-panels-props.ts'
import { useRoomAnnouncements } from './presence/use-room-announcements.ts'
import { findVisiblePrevious, sceneRecordFor, updateScene } from './records/record-changes.ts'
import { useRecordWriter } from './records/use-record-writer.ts'
import { type RoomApi } from './room-api.ts'
import { RoomDrawer } from './room-drawer.tsx'
import styles from './room.module.css'
import { CanvasFrame } from './scene/canvas-frame.tsx'
import { type HeadsetNotice, type HeadsetState, type RoomHit, type RoomPin } from '../../three/room/room-canvas.ts'
import { useCanvasSync } from './scene/use-canvas-sync.ts'
import { useRoomCanvas } from './scene/use-room-canvas.ts'
import { useSharedScene } from './scene/use-shared-scene.ts'
import { useRoomDrawer } from './use-room-drawer.ts'

// Panels load when they are opened.
const ParticipantsPanel = lazy(() =>
  import('./presence/participants-panel.tsx').then((module) => ({ default: module.ParticipantsPanel })),
)

const VersionPanel = lazy(() =>
  import('./records/version-panel.tsx').then((module) => ({ default: module.VersionPanel })),
)

const EdgeArrows = lazy(() => import('./presence/edge-arrows.tsx').then((module) => ({ default: module.EdgeArrows })))

const MoveHint = lazy(() => import('./controls/move-hint.tsx').then((module) => ({ default: module.MoveHint })))

const HeatMapLegend = lazy(() =>
  import('./scene/heat-map-legend.tsx').then((module) => ({ default: module.HeatMapLegend })),
)

type Props = {
  room: Room
  participation: RoomParticipation
  headset: boolean
  onLeave: () => void
  /** Components of other features shown in the room. */
  slots: {
    Pins: ComponentType<{ api: RoomApi }>
    Decide: ComponentType<{ api: RoomApi }>
    Chat: ComponentType<{ projectId: string }>
    /** Everything the page offers, as panels in the scene; mounted only for users with a headset. */
    ScenePanels: ComponentType<ScenePanelsProps>
  }
}

/** The canvas reports a refused headset as its state, which the page shows. */
const ignoreRefusal = () => undefined

/**
 * Shows the room from inside: the canvas, and the same content as text for keyboards, screen readers and small screens.
 */
export function RoomView({ room, participation, headset, onLeave, slots }: Props) {
  const t = useTranslations('rooms')
  const host = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const drawer = useRoomDrawer(root, host)
  const [pickedPoint, setPickedPoint] = useState<RoomHit>()
  const [pins, setPins] = useState<readonly RoomPin[]>([])
  const [pointedPart, setPointedPart] = useState<string>()
  const [following, setFollowing] = useState<number>()
  const [headsetState, setHeadsetState] = useState<HeadsetState>('none')
  const [canOpenMenu, setCanOpenMenu] = useState(true)
  /** A headset is available: its panels are loaded before it is worn and keep their state. */
  const [headsetAvailable, setHeadsetAvailable] = useState(false)
  /** The menu was opened before its panels were loaded. */
  const [menuRequested, setMenuRequested] = useState(false)
  const [missedNotice, setMissedNotice] = useState<HeadsetNotice>()
  const [compared, setCompared] = useState<{ of: string; changes: readonly PartDifference[] }>()
  const panelsRef = useRef<ScenePanelsHandle>(null)
  const connection = useRoomConnectionState(participation)
  const recordState = useStore(participation.records.state)
  const { data: roomVersions } = useRead(listRoomVersions, { params: { id: room.id } })
  const versions = roomVersions?.items
  const keysId = useId()
  const localParticipant =
    connection.participantSlot === undefined ? undefined : connection.participants.get(connection.participantSlot)
  const can = useRoomActions(room, localParticipant?.role)

  const { canvas, state, quality } = useRoomCanvas(host, {
    onPoseFrame: (frame) => participation.connection.sendPose(frame as Uint8Array<ArrayBuffer>),
    onPinPlaced: (place) => {
      setPickedPoint(place)
      drawer.show('pins')
      chooseTool('look')
    },
    onPinPressed: (id) => {
      pressPin(id)
      drawer.show('pins')
      panelsRef.current?.openPin(id)
    },
    onRecordPressed: () => {
      drawer.show('version')
      panelsRef.current?.openAnnotations()
    },
    onPlacementChange: (placement, phase) => {
      if (phase === 'drag') participation.connection.send({ name: 'drag', key: 'placement', placement })
      else void savePlacement(placement)
    },
    onGrab: (key) => participation.connection.send({ name: 'grab', key }),
    onGrabCancelled: (key) => participation.connection.send({ name: 'release', key }),
    onStroke: ({ key, ...stroke }) => {
      void write<'stroke'>(key, stroke).then((kept) => participation.connection.send({ name: 'stroke-end', key, kept }))
    },
    onStrokeProgress: (stroke) => participation.connection.sendVolatile({ name: 'stroke', ...stroke }),
    onStrokeCancelled: (key) => participation.connection.send({ name: 'stroke-end', key, kept: false }),
    onMeasure: (from, to, normal) => {
      const assetId = shared.shown?.assetId
      if (assetId) void write<'measure'>(`measure:${crypto.randomUUID()}`, { assetId, from, to, normal })
    },
    onPartHover: setPointedPart,
    onPanelAction: (panelId, actionId) => panelsRef.current?.handleAction(panelId, actionId),
    onPanelHold: (panelId, input) => canvas?.fillHeldButton(panelsRef.current?.handleHold(panelId, input) ?? 0),
    onMenuOpen: () => (panelsRef.current ? panelsRef.current.toggleMenu() : setMenuRequested(true)),
    onMenuReach: setCanOpenMenu,
    onHeadsetState: setHeadsetState,
    onHeadsetNotice: (notice) =>
      panelsRef.current ? panelsRef.current.showHeadsetNotice(notice) : setMissedNotice(notice),
    onLoadProgress: () => undefined,
    onCompared: (changes) => setCompared({ of: comparedAssets, changes }),
    onUnfollow: () => setFollowing(undefined),
    onPreviousVersionPressed: () => notify(t('version.former', { number: visiblePrevious?.number ?? 0 })),
  })
  const { notify, write, savePlacement } = useRecordWriter(participation, canvas, panelsRef)
  const lightModels = quality === 'light' || headsetState === 'inside'
  const shared = useSharedScene({ canvas, participation, records: recordState, versions, can, pins, lightModels })
  // A comparison counts for the assets that it was made of.
  const comparedAssets = `${shared.shown?.assetId} ${shared.shown?.previous?.assetId}`
  const { pressedPinId, pressPin } = usePressedPin(shared.version?.deliverableId)
  const canPin = shared.version?.actions.includes('pin') === true
  const { tool, chooseTool } = useRoomTool(canvas, can, canPin)
  const visiblePrevious = findVisiblePrevious(shared.shown, versions)
  useRoomAnnouncements({
    participation,
    localParticipantSlot: connection.participantSlot,
    newerVersion: shared.newerVersion,
    versions,
    onGo: (participantSlot) => canvas?.joinParticipant(participantSlot),
    onGathered: (by) => panelsRef.current?.showGatherRequest(by),
    onApproved: (text) => panelsRef.current?.announce(text),
  })

  function follow(participantSlot: number | undefined) {
    setFollowing(participantSlot)
    canvas?.follow(participantSlot)
  }

  function showVersionAction(deliverableId: string) {
    if (visiblePrevious && shared.version?.deliverableId === deliverableId) {
      return can('place') ? () => void write<'scene'>('scene', updateScene({ flipped: false })) : undefined
    }
    const requestedVersion = versions?.find((one) => one.deliverableId === deliverableId)
    const asset = requestedVersion?.assets[0]
    return can('place') && requestedVersion && asset
      ? () => void write<'scene'>('scene', sceneRecordFor(requestedVersion, asset.id))
      : undefined
  }

  const api: RoomApi = {
    version: shared.version,
    visiblePrevious,
    assetId: shared.shown?.assetId,
    canvas,
    // In a headset, a scene panel asks for the text.
    pickedPoint: headsetState === 'inside' ? undefined : pickedPoint,
    clearPickedPoint: () => setPickedPoint(undefined),
    pressedPinId,
    setPins,
    showVersionAction,
  }
  const { Pins, Decide, Chat, ScenePanels } = slots
  const ownProjectId = room.subject.kind === 'project' ? room.subject.projectId : shared.version?.projectId
  const projectId = room.actions.includes('chat') ? ownProjectId : undefined
  const openPins = shared.version?.pins.filter((pin) => pin.state === 'open').length ?? 0

  // The button of the lobby had the focus, and the room is worked by keys from its canvas.
  useEffect(() => host.current?.focus({ preventScroll: true }), [])
  useCanvasSync(canvas, participation, connection)
  useEffect(() => void canvas?.isHeadsetSupported().then(setHeadsetAvailable), [canvas])

  const commonProps = { room, participation, canvas, connection, shared, can, write }
  const panelProps = { ...commonProps, tool, chooseTool, pickedPoint, following, follow, projectId }
  const home = roomHome(room)
  const decides = shared.version?.actions.includes('approve') === true
  const skeleton = <Skeleton shape="block" height="360px" />
  return (
    <div
      ref={root}
      className={styles.room}
      data-drawer={drawer.panel}
      // A swipe from the edge turns the view; it does not open the navigation, which is out of the way here.
      onTouchStart={(event) => event.stopPropagation()}
    >
      <VisuallyHidden>
        <h1>{room.title}</h1>
      </VisuallyHidden>
      {headsetAvailable && (
        <ScenePanels
          {...panelProps}
          handle={panelsRef}
          menuRequested={menuRequested}
          missedNotice={missedNotice}
          inHeadset={headsetState === 'inside'}
          canOpenMenu={canOpenMenu}
          versions={versions ?? []}
          clearPickedPoint={api.clearPickedPoint}
          openPage={() => drawer.show('version')}
        />
      )}
      <div className={styles.main}>
        <CanvasFrame
          host={host}
          canvas={canvas}
          state={state}
          tool={tool}
          onTool={chooseTool}
          keysId={keysId}
          hasFailed={shared.failed}
          isEmpty={versions?.length === 0}
        >
          {canvas && connection.participants.size > 1 && headsetState !== 'inside' && (
            <Suspense>
              <EdgeArrows
                canvas={canvas}
                participants={connection.participants}
                ownUserId={localParticipant?.userId}
                host={host}
              />
            </Suspense>
          )}
          {canvas &&
            shared.shown?.compare === 'map' &&
            shared.previousNumber !== undefined &&
            compared?.of === comparedAssets && (
              <Suspense>
                <HeatMapLegend canvas={canvas} changes={compared.changes} previousNumber={shared.previousNumber} />
              </Suspense>
            )}
        </CanvasFrame>
        <div className={styles.banners}>
          <RoomBanners
            participation={participation}
            connection={connection}
            following={following}
            onUnfollow={() => follow(undefined)}
            onEnterHeadset={
              headsetState === 'refused' ? () => void canvas?.enterHeadset().catch(ignoreRefusal) : undefined
            }
          />
          {canvas && headsetState !== 'inside' && (
            <Suspense>
              <MoveHint />
            </Suspense>
          )}
        </div>
        <RoomToolbar
          title={room.title}
          home={{ href: home.href, label: t(home.label) }}
          canPin={canPin}
          participation={participation}
          canvas={canvas}
          tool={tool}
          onTool={chooseTool}
          can={can}
          silenced={localParticipant?.silenced === true}
          wantsHeadset={headset}
          headsetState={headsetState}
          drawer={{
            id: drawer.id,
            open: drawer.panel,
            onToggle: drawer.toggle,
            hasChat: projectId !== undefined,
            decides,
            counts: {
              users: new Set(Array.from(connection.participants.values(), ({ userId }) => userId)).size,
              pins: openPins,
            },
          }}
          onLeave={onLeave}
        />
        <p className={styles.pointed} aria-live="polite">
          {pointedPart === undefined ? null : t('version.pointed', { part: pointedPart })}
        </p>
      </div>
      <RoomDrawer
        id={drawer.id}
        open={drawer.panel}
        takesFocus={drawer.takesFocus}
        onClose={drawer.close}
        decision={<Decide api={api} />}
        pins={<Pins api={api} />}
        panels={{
          users: (
            <Suspense fallback={skeleton}>
              <ParticipantsPanel
                room={room}
                participation={participation}
                canvas={canvas}
                can={can}
                following={following}
                follow={follow}
              />
            </Suspense>
          ),
          version: (
            <Suspense fallback={skeleton}>
              <VersionPanel
                canvas={canvas}
                participation={participation}
                shared={shared}
                versions={versions ?? []}
                can={can}
                write={write}
              />
            </Suspense>
          ),
          chat: projectId !== undefined && <Chat projectId={projectId} />,
        }}
      />
    </div>
  )
}

/**
 * Holds the pin that was pressed on the canvas: set once for each press, also of the same pin, and cleared with another
 * version.
 */
export function usePressedPin(deliverableId: string | undefined) {
  const [pressed, setPressed] = useState<{ id: string; of: string | undefined }>()
  if (pressed && pressed.of !== deliverableId) setPressed(undefined)
  function pressPin(id: string) {
    flushSync(() => setPressed(undefined))
    setPressed({ id, of: deliverableId })
  }
  return { pressedPinId: pressed?.of === deliverableId ? pressed?.id : undefined, pressPin }
}
