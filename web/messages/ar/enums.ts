import type { Role } from '#domain/roles'
import type { Gender } from '#domain/users/gender'
import type { EnglishLevel, Governorate, TimeOfDay } from '#domain/users/profile'
import type { Bank, WithdrawMethod } from '#domain/withdrawals/receiver'
import type { WithdrawalStatus } from '#domain/withdrawals/statuses'

/** The names of the numbers on the wire, plain words: `enums.governorate[city]`. A value without a name does not compile. */
export const enums = {
  gender: { male: 'ذكر', female: 'أنثى' },
  role: { 1: 'مدير عام', 2: 'مدير', 3: 'مدرّس', 4: 'طالب', 5: 'مدير مدرّسين', 6: 'استوديو' },
  governorate: {
    1: 'القاهرة',
    2: 'الإسكندرية',
    3: 'الجيزة',
    4: 'الدقهلية',
    5: 'القليوبية',
    6: 'الشرقية',
    7: 'البحيرة',
    8: 'أسوان',
    9: 'أسيوط',
    10: 'بني سويف',
    11: 'بورسعيد',
    12: 'السويس',
    13: 'المنيا',
    14: 'الغربية',
    15: 'الإسماعيلية',
    16: 'كفر الشيخ',
    17: 'مطروح',
    18: 'البحر الأحمر',
    19: 'سوهاج',
    20: 'الفيوم',
    21: 'الأقصر',
    22: 'قنا',
    23: 'الوادي الجديد',
    24: 'شمال سيناء',
    25: 'جنوب سيناء',
    26: 'دمياط',
    27: 'المنوفية',
    28: 'المنوفية',
    29: 'القاهرة (حلوان)',
    30: 'الجيزة',
  },
  englishLevel: {
    1: 'مبتدئ',
    2: 'قبل المتوسط',
    3: 'متوسط',
    4: 'فوق المتوسط',
    5: 'متقدم',
    6: 'إتقان',
  },
  timeOfDay: { 0: 'الصبح', 1: 'الضهر', 2: 'العصر', 3: 'بالليل', 4: 'بعد نص الليل' },
  withdrawMethod: { 0: 'محفظة', 1: 'بنك', 2: 'إنستاباي' },
  bank: {
    CIB: 'البنك التجاري الدولي (CIB)',
    ALEX: 'بنك الإسكندرية',
    NBE: 'البنك الأهلي المصري',
    MISR: 'بنك مصر',
    QNB: 'بنك QNB',
    MASHREQ: 'بنك المشرق',
    AAIB: 'البنك العربي الأفريقي الدولي',
  },
  withdrawalStatus: { 0: 'بنراجعه', 1: 'طلب إلغاء', 2: 'ملغي', 3: 'اتحوّل', 4: 'مرفوض' },
} as const satisfies {
  gender: Record<Gender, string>
  role: Record<Role, string>
  governorate: Record<Governorate, string>
  englishLevel: Record<EnglishLevel, string>
  timeOfDay: Record<TimeOfDay, string>
  withdrawMethod: Record<WithdrawMethod, string>
  bank: Record<Bank, string>
  withdrawalStatus: Record<WithdrawalStatus, string>
}
