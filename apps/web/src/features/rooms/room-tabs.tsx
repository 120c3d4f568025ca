import { Tabs } from '@veranda/ui/tabs.tsx'
import { type ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import styles from './room.module.css'

export type RoomTab = 'people' | 'work' | 'pins' | 'chat'
type Props = {
  tab: RoomTab
  onTab: (tab: RoomTab) => void
  people: number
  openPins: number
  work: ReactNode
  pins: ReactNode
  /** Nothing where there is no project to talk in. */
  chat: ReactNode
  /** The people. */
  children: ReactNode
}

/** Beside the stage: the same in words. */
export function RoomTabs({ tab, onTab, people, openPins, work, pins, chat, children }: Props) {
  const t = useWords('rooms')
  const tabs = [
    { id: 'people' as const, label: t('tab.people'), count: people },
    { id: 'work' as const, label: t('tab.work') },
    { id: 'pins' as const, label: t('tab.pins'), count: openPins },
    ...(chat ? [{ id: 'chat' as const, label: t('tab.chat') }] : []),
  ]
  return (
    <Tabs label={t('tabs')} tabs={tabs} current={tab} onChange={onTab}>
      <div className={styles.panel}>
        {tab === 'people' && children}
        {tab === 'work' && work}
        {/* They tie themselves to the stage, so they are there in any case. */}
        <div hidden={tab !== 'pins'}>{pins}</div>
        {tab === 'chat' && chat}
      </div>
    </Tabs>
  )
}
