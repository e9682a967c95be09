"""The rules of Tiny Beach, a module or more for each chapter, numbered in the printed order."""
