import { Tabs } from '@veranda/ui/tabs.tsx'
import { type ReactNode } from 'react'
import { useTranslations } from '../../lib/i18n.ts'
import styles from './room.module.css'

export type RoomTab = 'users' | 'version' | 'pins' | 'chat'
type Props = {
  tab: RoomTab
  onTab: (tab: RoomTab) => void
  userCount: number
  openPins: number
  version: ReactNode
  pins: ReactNode
  /** Empty if there is no project chat. */
  chat: ReactNode
  /** The participants panel. */
  children: ReactNode
}

/** Shows the content of the room as tabs next to the canvas. */
export function RoomTabs({ tab, onTab, userCount, openPins, version, pins, chat, children }: Props) {
  const t = useTranslations('rooms')
  const tabs = [
    { id: 'users' as const, label: t('tab.users'), count: userCount },
    { id: 'version' as const, label: t('tab.version') },
    { id: 'pins' as const, label: t('tab.pins'), count: openPins },
    ...(chat ? [{ id: 'chat' as const, label: t('tab.chat') }] : []),
  ]
  return (
    <Tabs label={t('tabs')} tabs={tabs} current={tab} onChange={onTab}>
      <div className={styles.panel}>
        {tab === 'users' && children}
        {tab === 'version' && version}
        {/* Always mounted, since the pins are drawn on the canvas. */}
        <div hidden={tab !== 'pins'}>{pins}</div>
        {tab === 'chat' && chat}
      </div>
    </Tabs>
  )
}
