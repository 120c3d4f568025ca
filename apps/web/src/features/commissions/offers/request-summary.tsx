import { type Commission, type RequestedService } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { type ReactNode } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { AssetTiles } from '../../../components/assets/asset-tiles.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { useFees } from '../../../components/money/use-fees.ts'
import { UserChip } from '../../../components/user-chip.tsx'
import { BudgetRange } from '../projects/budget-range.tsx'
import styles from '../commissions.module.css'

/** Renders title, price, delivery time and rounds of changes of a requested service in one line. */
export function RequestedServiceText({ service }: { service: RequestedService }) {
  const t = useTranslations('commissions')
  const fees = useFees()
  const { title, price, unit, deliveryDays, reviewRounds = null } = service
  return (
    <p>
      <bdi>{title}</bdi> · <Amount money={price} /> {t(`service.unit.${unit}`)} · {t('service.total', fees.of(price))}
      {deliveryDays !== null && <> · {t('service.days', { count: deliveryDays })}</>}
      {reviewRounds !== null && <> · {t('service.rounds', { count: reviewRounds })}</>}
    </p>
  )
}

type RequestSummaryProps = {
  /** Missing for a creator who has left the project. */
  project?: Project | undefined
  commission: Commission
  children?: ReactNode
}

/** Renders what a client asks for: service, brief, budget and message. */
export function RequestSummary({ project, commission, children }: RequestSummaryProps) {
  const t = useTranslations('commissions')
  const { client, message, requestedService } = commission
  return (
    <Card title={t('request-card.title')} padded>
      <Stack gap={4}>
        <UserChip user={client} detail={t('request-card.by')} />
        <dl className={styles.request}>
          {requestedService && (
            <>
              <dt>{t('new.service')}</dt>
              <dd>
                <RequestedServiceText service={requestedService} />
              </dd>
            </>
          )}
          {project && (
            <>
              <dt>{t('new.brief')}</dt>
              <dd className={styles.prose} dir="auto">
                {project.brief}
              </dd>
              {project.files.length > 0 && (
                <>
                  <dt>{t('files')}</dt>
                  <dd>
                    <AssetTiles assets={project.files} label={t('files')} />
                  </dd>
                </>
              )}
              <dt>{t('new.budget')}</dt>
              <dd>
                <BudgetRange budget={project.budget} />
              </dd>
            </>
          )}
          <dt>{t('new.message')}</dt>
          <dd className={styles.prose} dir="auto">
            {message === '' ? <span className={styles.quiet}>{t('request-card.no-message')}</span> : message}
          </dd>
        </dl>
        {project && project.skills.length > 0 && (
          <Inline wrap>
            {project.skills.map((skill) => (
              <Chip key={skill}>{skill}</Chip>
            ))}
          </Inline>
        )}
        {children}
      </Stack>
    </Card>
  )
}
