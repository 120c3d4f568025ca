import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { currentLanguage, directionOf } from '../../lib/language.ts'
import { useFormat } from '../../lib/format.ts'
import { useLengths } from '../../lib/format-length.ts'
import { shownTheme, useTheme } from '../../lib/theme.ts'
import { hasWebgl, openRoomStage, type RoomStage, type RoomStageTold } from '../../parts/room-stage.ts'
import { qualityOf, useComfort } from './comfort.ts'
import { ownDevice } from './device.ts'

export type StageState = 'opening' | 'ready' | 'lost' | 'none' | 'failed'

/** The stage in an element, for as long as it is there. What it tells reaches the newest of the handlers. */
export function useStage(host: RefObject<HTMLElement | null>, told: Omit<RoomStageTold, 'lost' | 'restored'>) {
  const [state, setState] = useState<StageState>(() => (hasWebgl() ? 'opening' : 'none'))
  const [stage, setStage] = useState<RoomStage>()
  const format = useFormat()
  const lengths = useLengths()
  const theme = shownTheme(useTheme())
  const comfort = useComfort()
  const quality = qualityOf(comfort.picture)
  const latest = useEffectEvent((act: (told: Omit<RoomStageTold, 'lost' | 'restored'>) => void) => act(told))
  const able = state !== 'none'
  const options = useEffectEvent(() => ({
    device: ownDevice(),
    theme,
    direction: directionOf(currentLanguage()),
    language: currentLanguage(),
    comfort,
    words: {
      length: (metres: number) => (metres < 1 ? lengths.millimetres(metres) : lengths.metres(metres)),
      // Both ends may be off.
      exact: (metres: number, off: number) => `${lengths.millimetres(metres)} ± ${lengths.tolerance(2 * off)}`,
      angle: (degrees: number) => format.number(Math.round(degrees)),
      factor: (factor: number) => format.number(factor),
    },
  }))

  useEffect(() => {
    const element = host.current
    if (!element || !able) return
    let made: RoomStage | undefined
    let there = true
    const tell = {
      pose: (frame) => latest((it) => it.pose(frame)),
      pin: (hit) => latest((it) => it.pin(hit)),
      openPin: (id) => latest((it) => it.openPin(id)),
      pressed: (key) => latest((it) => it.pressed(key)),
      place: (placement, when) => latest((it) => it.place(placement, when)),
      hold: (key) => latest((it) => it.hold(key)),
      letGo: (key) => latest((it) => it.letGo(key)),
      stroke: (color, points) => latest((it) => it.stroke(color, points)),
      measure: (from, to, normal) => latest((it) => it.measure(from, to, normal)),
      pointedAt: (part) => latest((it) => it.pointedAt(part)),
      action: (panelId, actionId) => latest((it) => it.action(panelId, actionId)),
      menu: () => latest((it) => it.menu()),
      headset: (now) => latest((it) => it.headset(now)),
      progress: (share) => latest((it) => it.progress(share)),
      compared: (changes) => latest((it) => it.compared(changes)),
      unfollowed: () => latest((it) => it.unfollowed()),
      formerPressed: () => latest((it) => it.formerPressed()),
      lost: () => setState('lost'),
      restored: () => setState('ready'),
    } satisfies RoomStageTold
    // How finely it draws is settled when it is set up.
    openRoomStage(element, tell, { ...options(), quality }).then(
      (opened) => {
        if (!there) return opened.dispose()
        made = opened
        setStage(opened)
        setState('ready')
      },
      (error: unknown) => {
        console.warn('the room could not be drawn', error)
        if (there) setState('failed')
      },
    )
    return () => {
      there = false
      made?.dispose()
      setStage(undefined)
      setState('opening')
    }
  }, [host, able, quality])

  useEffect(() => stage?.setTheme(theme), [stage, theme])
  useEffect(() => stage?.setComfort(comfort), [stage, comfort])
  return { stage, state, quality }
}
