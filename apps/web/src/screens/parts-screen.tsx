import { Line } from '@veranda/ui/layout.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { useState } from 'react'
import { chooseTheme, themes, useTheme } from '../lib/theme.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'
import { Answers } from './parts/answers.tsx'
import { Buttons, Choices, Fields } from './parts/controls.tsx'
import { Layers, NoticeButtons } from './parts/layers.tsx'
import { Icons, ProductParts } from './parts/product.tsx'
import { Facts, Rails, Surfaces, Waiting } from './parts/surfaces.tsx'
import { Sessions } from './parts/sessions.tsx'
import { Works } from './parts/works.tsx'
import styles from './parts-screen.module.css'

/** In development: everything there is to build screens from, in each state, theme and direction. */
export function PartsScreen() {
  const t = useWords('dev')
  const c = useWords('common')
  const theme = useTheme()
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')

  function turn(next: 'ltr' | 'rtl') {
    document.documentElement.dir = next
    setDirection(next)
  }

  return (
    <main className={styles.main}>
      <Page title={t('title')} lead={t('lead')}>
        <Line gap={8} wrap align="start">
          <RadioGroup
            label={t('theme')}
            look="row"
            value={theme}
            onChange={chooseTheme}
            options={themes.map((value) => ({ value, label: c(`theme.${value}`) }))}
          />
          <RadioGroup
            label={t('direction')}
            look="row"
            value={direction}
            onChange={turn}
            options={[
              { value: 'ltr', label: t('ltr') },
              { value: 'rtl', label: t('rtl') },
            ]}
          />
        </Line>
        <Works />
        <Buttons />
        <Fields />
        <Choices />
        <Facts />
        <Surfaces />
        <Rails />
        <ProductParts />
        <Answers />
        <Sessions />
        <Layers />
        <NoticeButtons />
        <Waiting />
        <Icons />
      </Page>
    </main>
  )
}
