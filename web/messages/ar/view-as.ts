export const viewAs = {
  label: 'إنت بتتفرج على حساب حد تاني',
  as: 'بتتفرج كـ <name></name> — قراءة بس',
  left: 'باقي {time}',
  leave: 'اخرج',
} as const
