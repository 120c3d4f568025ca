import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Section } from '../../components/section.tsx'
import { useTranslations } from '../../lib/i18n.ts'
import { SuggestedActions } from './suggested-actions.tsx'

/** Says that nothing waits on the user, and suggests what they could do. */
export function NothingWaits({ title }: { title: string }) {
  const t = useTranslations('dashboard/panels')
  return (
    <>
      <Section title={title}>
        <Card>
          <EmptyState compact icon="check" title={t('mine.none.title')} text={t('mine.none.text')} level={3} />
        </Card>
      </Section>
      <Section title={t('next')}>
        <SuggestedActions />
      </Section>
    </>
  )
}
