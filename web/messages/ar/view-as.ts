export const viewAs = {
  label: 'عرض حساب حد تاني',
  as: 'عرض كـ <name></name> — قراءة بس',
  left: 'باقي {time}',
  leave: 'اخرج',
} as const
