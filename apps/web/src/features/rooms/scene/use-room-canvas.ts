import { textDirection } from '@veranda/i18n/text-direction.ts'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { currentLanguage } from '../../../lib/i18n/language.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { scaleText } from '../records/scale-text.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useLengthFormat } from '../../../lib/i18n/format-length.ts'
import { resolveTheme, useTheme } from '../../../lib/theme.ts'
import { hasWebgl } from '../../../lib/device/webgl-support.ts'
import { type RoomCanvas, type RoomCanvasEvents, type RoomOptions } from '../../../three/room/room-canvas.ts'
import { qualityOf, useComfort } from '../controls/comfort-settings.ts'
import { detectDevice } from '../access/detect-device.ts'

export type RoomCanvasState = 'opening' | 'ready' | 'lost' | 'none' | 'failed'

/** Opens the room canvas in an element while mounted. Events go to the latest handlers. */
export function useRoomCanvas(
  host: RefObject<HTMLElement | null>,
  handlers: Omit<RoomCanvasEvents, 'onContextLost' | 'onContextRestored'>,
) {
  const [state, setState] = useState<RoomCanvasState>(() => (hasWebgl() ? 'opening' : 'none'))
  const [canvas, setCanvas] = useState<RoomCanvas>()
  const t = useTranslations('rooms')
  const format = useFormat()
  const lengths = useLengthFormat()
  const theme = resolveTheme(useTheme())
  const comfort = useComfort()
  const quality = qualityOf(comfort.quality)
  const callLatest = useEffectEvent(
    (invoke: (handlers: Omit<RoomCanvasEvents, 'onContextLost' | 'onContextRestored'>) => void) => invoke(handlers),
  )
  const canDraw = state !== 'none'
  const options = useEffectEvent(() => ({
    device: detectDevice(),
    theme,
    direction: textDirection(currentLanguage()),
    language: currentLanguage(),
    comfort,
    formats: {
      length: (metres: number) => (metres < 1 ? lengths.millimetres(metres) : lengths.metres(metres)),
      // Both ends may be off.
      measurement: (metres: number, toleranceMetres: number) =>
        `${lengths.millimetres(metres)} ± ${lengths.tolerance(2 * toleranceMetres)}`,
      angle: (degrees: number) => format.number(Math.round(degrees)),
      scale: (factor: number) => scaleText(factor, { t, format }),
    },
  }))

  useEffect(() => {
    const element = host.current
    if (!element || !canDraw) return
    let openCanvas: RoomCanvas | undefined
    let active = true
    const events = {
      onPoseFrame: (frame) => callLatest((current) => current.onPoseFrame(frame)),
      onPinPlaced: (hit) => callLatest((current) => current.onPinPlaced(hit)),
      onPinPressed: (id) => callLatest((current) => current.onPinPressed(id)),
      onRecordPressed: (key) => callLatest((current) => current.onRecordPressed(key)),
      onPlacementChange: (placement, when) => callLatest((current) => current.onPlacementChange(placement, when)),
      onGrab: (key) => callLatest((current) => current.onGrab(key)),
      onGrabCancelled: (key) => callLatest((current) => current.onGrabCancelled(key)),
      onStroke: (stroke) => callLatest((current) => current.onStroke(stroke)),
      onStrokeProgress: (stroke) => callLatest((current) => current.onStrokeProgress(stroke)),
      onStrokeCancelled: (key) => callLatest((current) => current.onStrokeCancelled(key)),
      onMeasure: (from, to, normal) => callLatest((current) => current.onMeasure(from, to, normal)),
      onPartHover: (part) => callLatest((current) => current.onPartHover(part)),
      onPanelAction: (panelId, actionId) => callLatest((current) => current.onPanelAction(panelId, actionId)),
      onPanelHold: (panelId, input) => callLatest((current) => current.onPanelHold(panelId, input)),
      onMenuOpen: () => callLatest((current) => current.onMenuOpen()),
      onMenuReach: (canOpenMenu) => callLatest((current) => current.onMenuReach(canOpenMenu)),
      onHeadsetState: (now) => callLatest((current) => current.onHeadsetState(now)),
      onHeadsetNotice: (notice) => callLatest((current) => current.onHeadsetNotice(notice)),
      onLoadProgress: (share) => callLatest((current) => current.onLoadProgress(share)),
      onCompared: (changes) => callLatest((current) => current.onCompared(changes)),
      onUnfollow: () => callLatest((current) => current.onUnfollow()),
      onPreviousVersionPressed: () => callLatest((current) => current.onPreviousVersionPressed()),
      onContextLost: () => setState('lost'),
      onContextRestored: () => setState('ready'),
    } satisfies RoomCanvasEvents
    // The render quality is fixed when the canvas is opened.
    openRoomCanvas(element, events, { ...options(), quality }).then(
      (openedCanvas) => {
        if (!active) return openedCanvas.dispose()
        openCanvas = openedCanvas
        setCanvas(openedCanvas)
        setState('ready')
      },
      (error: unknown) => {
        console.warn('room canvas failed to open', error)
        if (active) setState('failed')
      },
    )
    return () => {
      active = false
      openCanvas?.dispose()
      setCanvas(undefined)
      setState('opening')
    }
  }, [host, canDraw, quality])

  useEffect(() => canvas?.setTheme(theme), [canvas, theme])
  useEffect(() => canvas?.setComfort(comfort), [canvas, comfort])
  return { canvas, state, quality }
}

/** Opens the room canvas in an element and loads its code. Throws without a WebGL context. */
async function openRoomCanvas(host: HTMLElement, events: RoomCanvasEvents, options: RoomOptions): Promise<RoomCanvas> {
  const { openRoomCanvas: openCanvas } = await import('../../../three/room/open-room-canvas.ts')
  return openCanvas(host, events, options)
}
