import { liveNames, type Notification, notification } from '@veranda/contract/notifications/schemas.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-layout.ts'
import { preview } from '@veranda/core/text.ts'
import { useEffect, useState } from 'react'
import { currentLanguage, directionOf } from '../../lib/language.ts'
import { on } from '../../lib/live.ts'
import { useWords } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'

/** Cards stay this long, in milliseconds; urgent ones until they are put away. */
const stays = 8_000
const most = 3

/**
 * What one is told while the headset is on, as cards in the scene: what is urgent at once and what came of the work at
 * hand; the rest waits for the way out. Flat, the page's own pop-ups say it.
 */
export function useSceneCards(stage: RoomStage | undefined, worn: boolean): (id: string) => void {
  const t = useWords('rooms')
  const [cards, setCards] = useState<readonly Notification[]>([])

  useEffect(() => {
    if (!worn) return
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const drop = (id: string) => setCards((known) => known.filter((card) => card._id !== id))
    const hear = (told: Notification) => {
      if (told.priority !== 'urgent' && told.priority !== 'high') return
      setCards((known) => [...known.filter((card) => card._id !== told._id), told].slice(-most))
      if (told.priority === 'high') timers.add(setTimeout(() => drop(told._id), stays))
    }
    const offs = liveNames.map((name) => on(name, notification, hear))
    return () => {
      for (const off of offs) off()
      for (const timer of timers) clearTimeout(timer)
      setCards([])
    }
  }, [worn])

  useEffect(() => {
    const drawn: PanelModel[] = cards.map(({ _id, title, message, priority }) => ({
      id: _id,
      title,
      lead: preview(message),
      direction: directionOf(currentLanguage()),
      language: currentLanguage(),
      rows: [],
      actions: priority === 'urgent' ? [{ id: 'close', label: t('scene.close'), look: 'plain' }] : [],
    }))
    stage?.setCards(drawn)
  }, [stage, cards, t])

  return (id) => setCards((known) => known.filter((card) => card._id !== id))
}
