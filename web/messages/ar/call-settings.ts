/** Choices for calls, in the settings and in a call itself. */
export const callSettings = {
  title: 'المكالمات',
  sounds: 'أصوات المكالمة',
  soundsHint: 'نغمة هادية لما حد يدخل أو يخرج أو رسالة توصل.',
}
