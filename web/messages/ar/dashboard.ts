export const dashboard = {
  login: { title: 'لوحة الإدارة', text: 'الدخول لفريق حصّة بس.' },
  notStaff: 'الحساب ده مش من فريق الإدارة. حسابات الطلبة والمدرّسين بتدخل من الموقع.',
  toApp: 'روح للموقع',
} as const
