import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { introVideo } from '#messages/intro-video'
import { useMessages } from '../../messages/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const QUESTIONS = ['who', 'how', 'whom', 'story', 'english'] as const

/** The questions to answer, one after another, above the picture: close to the lens, so that the eyes stay on it. */
export function Prompter() {
  const t = useMessages(introVideo)
  const [place, setPlace] = useState(0)
  const question = QUESTIONS[place] ?? QUESTIONS[0]
  return (
    <section
      aria-label={t('prompter.label')}
      className="flex items-center gap-2 rounded-card bg-brand-deep p-3 text-on-deep"
    >
      <IconButton
        icon={ChevronLeft}
        mirrorIcon
        tone="onDeep"
        label={t('prompter.previous')}
        disabled={place === 0}
        onClick={() => setPlace(place - 1)}
      />
      <div aria-live="polite" className="min-w-0 flex-1 text-center">
        <p className="text-on-deep-muted text-sm">{t('prompter.counter', { n: place + 1, total: QUESTIONS.length })}</p>
        <p className="font-bold text-lg leading-snug sm:text-xl">{t(`prompter.questions.${question}`)}</p>
      </div>
      <IconButton
        icon={ChevronRight}
        mirrorIcon
        tone="onDeep"
        label={t('prompter.next')}
        disabled={place === QUESTIONS.length - 1}
        onClick={() => setPlace(place + 1)}
      />
    </section>
  )
}
