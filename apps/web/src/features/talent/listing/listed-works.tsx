import { askWorkConsent } from '@veranda/contract/talent/consents/routes.ts'
import { readListing } from '@veranda/contract/talent/listing/routes.ts'
import { type Listing } from '@veranda/contract/talent/listing/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Picture } from '../../../components/picture.tsx'
import { useId } from 'react'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './listing-card.module.css'

/** Lists the portfolio with what strangers see of it, and asks clients about what was made for them. */
export function ListedWorks({ listing }: { listing: Listing }) {
  const t = useTranslations('talent/listing')
  const heading = useId()
  const ask = useCommand(askWorkConsent, { invalidates: [readListing] })

  async function askClient(itemId: string, projectId: string, client: string) {
    const outcome = await ask.run({ params: { id: itemId }, body: { projectId } })
    if (outcome.ok) snackbars.add({ title: t('work.asked', { client }), tone: 'success' })
  }

  return (
    <section className={styles.works} aria-labelledby={heading}>
      <h3 id={heading}>{t('works')}</h3>
      <p className={styles.note}>{t(listing.works.length === 0 ? 'works.none' : 'works.hint')}</p>
      <ProblemBanner problem={ask.problem} />
      <ul>
        {listing.works.map((work) => {
          const hasConsent = work.clients.every(({ state }) => state === 'granted')
          const state = work.isPublic ? 'public' : hasConsent ? 'ready' : 'hidden'
          return (
            <li key={work.id} className={styles.work}>
              <Picture src={work.image} alt="" sizes="160px" />
              <div className={styles.text}>
                <p className={styles.title} dir="auto">
                  {work.title}
                </p>
                {work.clients.map(({ projectId, project, client, state: consent, actions }) => (
                  <div key={projectId} className={styles.client}>
                    <span>
                      {t('work.for', { client, project })}
                      {': '}
                      {t(`work.state.${consent ?? 'none'}`)}
                    </span>
                    {actions.includes('ask') && (
                      <Button
                        size="small"
                        busy={ask.busy}
                        aria-label={t('work.ask.label', { client, title: work.title })}
                        onClick={() => void askClient(work.id, projectId, client)}
                      >
                        {t('work.ask', { client })}
                      </Button>
                    )}
                  </div>
                ))}
                {work.actions.includes('name-client') && (
                  <Select
                    aria-label={t('work.name.label', { title: work.title })}
                    value=""
                    disabled={ask.busy}
                    onChange={({ target: { value } }) => {
                      const project = listing.projects.find(({ id }) => id === value)
                      if (project) void askClient(work.id, project.id, project.client)
                    }}
                    options={[
                      { value: '', label: t('work.name') },
                      ...listing.projects.map(({ id, title, client }) => ({
                        value: id,
                        label: t('work.name.project', { project: title, client }),
                      })),
                    ]}
                  />
                )}
              </div>
              <Chip tone={state === 'public' ? 'success' : state === 'ready' ? 'neutral' : 'warning'}>
                {t(`work.${state}`)}
              </Chip>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
