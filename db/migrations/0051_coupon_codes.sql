-- Codes are compared in capitals (docs/rules/money.md 2.2). Where two differ by their case alone, the older one is typed as before
-- and the newer one keeps its small letters, by which it is no longer found: staff rename it.
UPDATE coupons SET code = upper(code)
WHERE code <> upper(code)
  AND id = (SELECT MIN(other.id) FROM coupons other WHERE upper(other.code) = upper(coupons.code));
