import { Inline } from '@veranda/ui/layout.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { useState } from 'react'
import { themes } from '@veranda/core/accounts/settings/theme.ts'
import { setTheme, useTheme } from '../lib/theme.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'
import { FeedbackStates } from './gallery/feedback.tsx'
import { Buttons, Choices, Fields } from './gallery/controls.tsx'
import { Overlays, ToastButtons } from './gallery/overlays.tsx'
import { IconList, ProductComponents } from './gallery/product-components.tsx'
import { ChipsAndBadges, Steppers, CardsAndRows, LoadingStates } from './gallery/surfaces.tsx'
import { BookingComponents } from './gallery/booking-components.tsx'
import { ModelViewerSample } from './gallery/model-viewer.tsx'
import styles from './gallery-screen.module.css'

/** Shows every component in each state, theme and direction; in development only. */
export function GalleryScreen() {
  const t = useTranslations('gallery')
  const tCommon = useTranslations('common')
  const theme = useTheme()
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')

  function applyDirection(next: 'ltr' | 'rtl') {
    document.documentElement.dir = next
    setDirection(next)
  }

  return (
    <main className={styles.main}>
      <Page title={t('title')} lead={t('lead')}>
        <Inline gap={8} wrap align="start">
          <RadioGroup
            label={t('theme')}
            look="row"
            value={theme}
            onChange={setTheme}
            options={themes.map((value) => ({ value, label: tCommon(`theme.${value}`) }))}
          />
          <RadioGroup
            label={t('direction')}
            look="row"
            value={direction}
            onChange={applyDirection}
            options={[
              { value: 'ltr', label: t('ltr') },
              { value: 'rtl', label: t('rtl') },
            ]}
          />
        </Inline>
        <ModelViewerSample />
        <Buttons />
        <Fields />
        <Choices />
        <ChipsAndBadges />
        <CardsAndRows />
        <Steppers />
        <ProductComponents />
        <FeedbackStates />
        <BookingComponents />
        <Overlays />
        <ToastButtons />
        <LoadingStates />
        <IconList />
      </Page>
    </main>
  )
}
