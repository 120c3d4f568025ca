import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Section } from '../../components/page/section.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { useOffersServices } from '../../lib/session/own-account.ts'
import styles from './dashboard.module.css'

/** Says that nothing waits on the user, and suggests what they could do unless work is under way. Their first steps are done. */
export function NothingWaits({ title, isUnderWay }: { title: string; isUnderWay: boolean }) {
  const t = useTranslations('dashboard/panels')
  return (
    <>
      <Section title={title}>
        <Card>
          <EmptyState compact icon="check" title={t('mine.none.title')} text={t('mine.none.text')} level={3} />
        </Card>
      </Section>
      {!isUnderWay && (
        <Section title={t('next')}>
          <SuggestedActions />
        </Section>
      )}
    </>
  )
}

type Suggestion = { id: 'search' | 'project' | 'page' | 'hours' | 'preferences'; icon: IconName; href: string }

const suggestions: Record<'client' | 'creator', readonly Suggestion[]> = {
  client: [
    { id: 'search', icon: 'search', href: '/search' },
    { id: 'project', icon: 'edit', href: '/projects/new' },
    { id: 'preferences', icon: 'bell', href: '/notification-preferences' },
  ],
  creator: [
    { id: 'page', icon: 'eye', href: '/profile?see=page' },
    { id: 'hours', icon: 'calendar', href: '/appointments?view=availability' },
    { id: 'preferences', icon: 'bell', href: '/notification-preferences' },
  ],
}

/** Suggests what to do next when nothing is pending, to a user who offers something other than to one who does not. */
function SuggestedActions() {
  const t = useTranslations('dashboard/panels')
  const offersServices = useOffersServices()
  return (
    <ul className={styles.hints}>
      {suggestions[offersServices ? 'creator' : 'client'].map(({ id, icon, href }) => (
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
