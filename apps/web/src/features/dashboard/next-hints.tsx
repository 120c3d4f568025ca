import { Anchor } from '@veranda/ui/anchor.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { useWords } from '../../lib/words.ts'
import styles from './dashboard.module.css'

type Hint = { id: 'search' | 'project' | 'profile' | 'preferences'; icon: IconName; href: string }

const hints: Record<'client' | 'creator', readonly Hint[]> = {
  client: [
    { id: 'search', icon: 'search', href: '/search' },
    { id: 'project', icon: 'edit', href: '/projects/new' },
    { id: 'preferences', icon: 'bell', href: '/notification-preferences' },
  ],
  creator: [
    { id: 'profile', icon: 'image', href: '/profile' },
    { id: 'search', icon: 'search', href: '/search' },
    { id: 'preferences', icon: 'bell', href: '/notification-preferences' },
  ],
}

/** Where one can go on when nothing presses. */
export function NextHints({ creates }: { creates: boolean }) {
  const t = useWords('dashboard')
  return (
    <ul className={styles.hints}>
      {hints[creates ? 'creator' : 'client'].map(({ id, icon, href }) => (
        <li key={id} className={styles.hint}>
          <Icon name={icon} size={22} />
          <Anchor className={styles.hintTitle} href={href}>
            {t(`next.${id}.title`)}
          </Anchor>
          <span className={styles.hintText}>{t(`next.${id}.text`)}</span>
        </li>
      ))}
    </ul>
  )
}
