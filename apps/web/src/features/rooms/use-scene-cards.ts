import { liveNames, type Notification, notification } from '@veranda/contract/notifications/schemas.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-model.ts'
import { preview } from '@veranda/core/text.ts'
import { useEffect, useState } from 'react'
import { currentLanguage, directionOf } from '../../lib/language.ts'
import { on } from '../../lib/live.ts'
import { useWords } from '../../lib/words.ts'
import { type RoomStage } from '../../parts/room-stage.ts'

const most = 3

/**
 * What is urgent is told at once while the headset is on, as cards in the scene that stay until they are put away; the
 * rest waits for the way out. Flat, the page's own pop-ups say it.
 */
export function useSceneCards(stage: RoomStage | undefined, worn: boolean): (id: string) => void {
  const t = useWords('rooms')
  const [cards, setCards] = useState<readonly Notification[]>([])

  useEffect(() => {
    if (!worn) return
    const hear = (told: Notification) => {
      if (told.priority !== 'urgent') return
      setCards((known) => [...known.filter((card) => card._id !== told._id), told].slice(-most))
    }
    const offs = liveNames.map((name) => on(name, notification, hear))
    return () => {
      for (const off of offs) off()
      setCards([])
    }
  }, [worn])

  useEffect(() => {
    const drawn: PanelModel[] = cards.map(({ _id, title, message }) => ({
      id: _id,
      title,
      lead: preview(message),
      direction: directionOf(currentLanguage()),
      language: currentLanguage(),
      rows: [],
      actions: [{ id: 'close', label: t('scene.close'), look: 'plain' }],
    }))
    stage?.setCards(drawn)
  }, [stage, cards, t])

  return (id) => setCards((known) => known.filter((card) => card._id !== id))
}
